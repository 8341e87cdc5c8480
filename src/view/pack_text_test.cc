#include "view/pack_text.h"

#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"
#include "view/xml.h"

namespace hm {
namespace {

// A reader that knows just enough XML to tell a well-formed element from a broken one.
bool is_well_formed(std::string_view text) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '&') {
            const std::size_t end = text.find(';', at);
            const std::string_view name = end == std::string_view::npos ? "" : text.substr(at + 1, end - at - 1);
            if (name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "apos") return false;
            at = end + 1;
        } else if (text[at] == '<') {
            const std::size_t end = text.find('>', at);
            if (end == std::string_view::npos) return false;
            const std::string_view tag = text.substr(at + 1, end - at - 1);
            const std::string name(tag.substr(0, tag.find(' ')));
            if (name.starts_with('/')) {
                if (open.empty() || "/" + open.back() != name) return false;
                open.pop_back();
            } else {
                open.push_back(name);
            }
            at = end + 1;
        } else {
            if (text[at] == '>' && open.empty()) return false;
            ++at;
        }
    }
    return open.empty() && text.starts_with("<hivemind_state");
}

class RandomFacts {
public:
    explicit RandomFacts(unsigned seed) : random_(seed) {}

    PackFacts make() {
        PackFacts facts;
        facts.now = Time{1'790'000'000'000};
        facts.role = text(20);
        facts.session_stamp = "131421092026";
        facts.budget = 500 + random_() % 20'000;
        for (std::size_t i = random_() % 3; i > 0; --i) facts.notes.push_back(text(200));
        for (std::size_t i = random_() % 4; i > 0; --i) facts.active_tasks.push_back(task());
        for (std::size_t i = random_() % 6; i > 0; --i) facts.anchors.push_back(anchor());
        for (std::size_t i = random_() % 6; i > 0; --i) facts.false_paths.push_back(memory(MemoryKind::false_path));
        for (std::size_t i = random_() % 60; i > 0; --i) {
            facts.memories.push_back({memory(MemoryKind::insight), static_cast<FoundBy>(random_() % 3), 0.5});
        }
        return facts;
    }

private:
    std::string text(std::size_t longest) {
        static const std::vector<std::string> pieces{"a",    "<",     ">",     "&",
                                                     "\"",   "'",     "]]>",   "</mem>",
                                                     "\n",   "\x01",  "ü",     "\xE2\x80\xAE",
                                                     "<!--", "word ", "&amp;", "</hivemind_state>"};
        std::string made = "x";
        for (std::size_t n = random_() % longest; n > 1; --n) made += pieces[random_() % pieces.size()];
        return std::string(first_characters(made, longest));
    }
    Id id() {
        std::string digits = std::to_string(random_() % 1'000'000'000'000ULL);
        return Id::trusted("0193a1b2-0000-7000-8000-" + std::string(12 - digits.size(), '0') + digits);
    }
    Task task() {
        Task task;
        task.id = id();
        task.name = *Title::make(text(200));
        return task;
    }
    Anchor anchor() {
        Anchor anchor;
        anchor.id = id();
        anchor.key = *AnchorKey::make(text(100));
        anchor.value = *AnchorValue::make(text(500));
        anchor.priority = static_cast<AnchorPriority>(random_() % 4);
        return anchor;
    }
    Memory memory(MemoryKind kind) {
        Memory memory;
        memory.id = id();
        memory.kind = kind;
        memory.shelf = *Word::make("project");
        memory.content = *MemoryText::make(text(4000));
        if (random_() % 2 == 0) memory.reason = *Paragraph::make(text(300));
        if (random_() % 2 == 0)
            memory.stale_at =
                Time{1'790'000'000'000 + static_cast<std::int64_t>(random_() % 200'000'000) - 100'000'000};
        return memory;
    }
    std::mt19937_64 random_;
};

std::string packed(const PackFacts& facts) {
    return render_pack(compile_pack(facts, pack_frame_characters(facts), measure_pack_item), facts);
}

TEST(Pack, HoldsItsBudgetAndStaysWellFormedWhateverItIsMadeFrom) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        const PackFacts facts = RandomFacts(seed).make();
        const std::string text = packed(facts);
        EXPECT_LE(count_characters(text), facts.budget) << "seed " << seed;
        EXPECT_TRUE(is_well_formed(text)) << "seed " << seed << "\n" << text;
    }
}

TEST(Pack, IsTheSameForTheSameFacts) {
    for (unsigned seed = 0; seed < 50; ++seed)
        EXPECT_EQ(packed(RandomFacts(seed).make()), packed(RandomFacts(seed).make()));
}

TEST(Pack, KeepsCriticalAnchorsBeforeAnythingElse) {
    PackFacts facts;
    facts.budget = 1500;
    Anchor anchor;
    anchor.key = *AnchorKey::make("port");
    anchor.value = *AnchorValue::make(std::string(300, 'c'));
    anchor.priority = AnchorPriority::critical;
    facts.anchors.push_back(anchor);
    for (int i = 0; i < 50; ++i) {
        Memory memory;
        memory.content = *MemoryText::make(std::string(200, 'm'));
        facts.memories.push_back({memory, FoundBy::active_task, 1});
    }
    EXPECT_NE(packed(facts).find(std::string(300, 'c')), std::string::npos);
}

TEST(Xml, LeavesNothingThatCouldBeMarkup) {
    EXPECT_EQ(escape_xml("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&apos;");
    EXPECT_EQ(escape_xml(std::string("a\x00\x1B[31mb\n", 9)), "a[31mb\n");
    EXPECT_EQ(escape_xml("\xFF"), "\xEF\xBF\xBD");
    EXPECT_EQ(escape_xml("x\xE2\x80\xAEy\xE2\x81\xA6z"), "xyz");
}

}  // namespace
}  // namespace hm
