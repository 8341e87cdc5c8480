#include "engine/project/outline.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

std::vector<std::string> headings(std::string_view text) {
    std::vector<std::string> found;
    for (const ArtifactSection& section : read_sections(text)) found.push_back(section.heading.str());
    return found;
}

using Names = std::vector<std::string>;

TEST(ArtifactSections, AreToldByHeadingsAndNotByWhatLooksLikeOne) {
    EXPECT_EQ(headings("# Aims\ntext\n## How ##\n```\n# a comment\n```\n#hashtag\n### Why\r\n"),
              (Names{"Aims", "How", "Why"}));
    EXPECT_EQ(headings("Before.\n# Aims\n"), (Names{"(opening)", "Aims"}));
    EXPECT_EQ(headings("\n\n# Aims\n"), Names{"Aims"});
    EXPECT_EQ(headings("No heading at all"), Names{"(opening)"});
    EXPECT_EQ(headings(""), Names{});
    EXPECT_EQ(headings("# A\n# B\n# A\n"), (Names{"A", "B", "A (2)"}));
}

TEST(ArtifactSections, AreBoundedWhateverTheFileHolds) {
    std::string text = "# " + std::string(5000, 'x') + "\n# \xff\xfe bad bytes\n";
    for (int i = 0; i < 1000; ++i) text += "# Section " + std::to_string(i) + "\nbody\n";
    const auto sections = read_sections(text);
    EXPECT_EQ(sections.size(), 200U);
    for (const ArtifactSection& section : sections) EXPECT_TRUE(Title::make(section.heading.str()).has_value());
    // A change behind the last heading that is kept is still seen.
    EXPECT_NE(read_sections(text + "more").back().hash, sections.back().hash);
}

TEST(ArtifactSections, TellWhatChangedWhatCameAndWhatIsGone) {
    const auto kept = read_sections("# A\none\n# B\ntwo\n# C\nthree\n");
    EXPECT_FALSE(compare_sections(kept, read_sections("# A\none\n# B\ntwo\n# C\nthree\n")).is_any());
    const SectionChanges changes = compare_sections(kept, read_sections("# A\none\n# B\nTWO\n# D\nnew\n"));
    EXPECT_EQ(changes.changed, Names{"B"});
    EXPECT_EQ(changes.added, Names{"D"});
    EXPECT_EQ(changes.gone, Names{"C"});
    ASSERT_EQ(changes.sections.size(), 4U);
    EXPECT_EQ(changes.sections.back().heading.view(), "C");
    EXPECT_EQ(changes.sections.back().standing, SectionStanding::superseded);
    // What is gone is said once; what comes back is new.
    EXPECT_FALSE(compare_sections(changes.sections, read_sections("# A\none\n# B\nTWO\n# D\nnew\n")).is_any());
    EXPECT_EQ(compare_sections(changes.sections, kept).added, Names{"C"});
}

TEST(ArtifactSections, MovedAboutAreTheSame) {
    const auto kept = read_sections("# A\none\n# B\ntwo\n");
    EXPECT_FALSE(compare_sections(kept, read_sections("# B\ntwo\n# A\none\n")).is_any());
}

}  // namespace
}  // namespace hm
