#include <gtest/gtest.h>

#include <fstream>

#include "adapters/cli/cli.h"
#include "adapters/cli/entries.h"
#include "adapters/cli/environment.h"
#include "support/world.h"

namespace hm::cli {
namespace {

void write_page(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::app) << text;
}

TEST(Reference, HasASectionForEveryEntryAndARowForEveryFlag) {
    const auto pages = reference_pages();
    for (const Entry& entry : all_entries()) {
        const std::string name(entry.name);
        const std::string heading = "\n## " + name + "\n";
        std::string section;
        for (const auto& [file, text] : pages) {
            if (const std::size_t at = text.find(heading); at != std::string::npos) {
                EXPECT_TRUE(section.empty()) << name << " is there twice";
                section = text.substr(at, text.find("\n## ", at + heading.size()) - at);
            }
        }
        ASSERT_FALSE(section.empty()) << name;
        EXPECT_NE(section.find("hivemind " + name), std::string::npos);
        for (const FieldShape& field : entry.input.fields) {
            EXPECT_NE(section.find("| `--" + flag_of(field.name) + "` |"), std::string::npos) << name << field.name;
        }
        const bool is_for_people = section.find("Who may run it: a person.") != std::string::npos;
        EXPECT_EQ(is_for_people, entry.access == Access::person) << name;
    }
}

TEST(Reference, CheckNamesWhatDiffersIsMissingOrIsLeftOver) {
    testing::World world;
    EXPECT_EQ(world.cli({"reference", "--write", "pages"}).exit_code, success);
    EXPECT_EQ(world.cli({"reference", "--check", "pages"}).exit_code, success);
    const auto pages = world.directory() / "pages";

    write_page(pages / "task.md", "one line more\n");
    std::filesystem::rename(pages / "settings.md", pages / "old.md");
    write_page(pages / "NOTES.md", "of a person\n");
    const testing::CliOutcome checked = world.cli({"reference", "--check", "pages"});
    EXPECT_EQ(checked.exit_code, failed);
    EXPECT_EQ(checked.out, "missing    " + (pages / "settings.md").string() + "\ndiffers    " +
                               (pages / "task.md").string() + "\nleft over  " + (pages / "old.md").string() +
                               "\nWrite them again: hivemind reference --write " + pages.string() + "\n");

    EXPECT_EQ(world.cli({"reference", "--write", "pages"}).exit_code, success);
    EXPECT_EQ(world.cli({"reference", "--check", "pages"}).exit_code, success);
    EXPECT_FALSE(std::filesystem::exists(pages / "old.md"));
    EXPECT_TRUE(std::filesystem::exists(pages / "NOTES.md"));
}

TEST(Reference, NeedsNoProjectAndMakesNone) {
    testing::World world;
    EXPECT_EQ(world.cli({"reference"}).exit_code, success);
    EXPECT_EQ(world.cli({"reference", "--check", "nowhere"}).exit_code, failed);
    EXPECT_EQ(world.cli({"reference", "--check", "a", "--write", "b"}).exit_code, wrong_usage);
    EXPECT_TRUE(std::filesystem::is_empty(world.directory()));
}

}  // namespace
}  // namespace hm::cli
