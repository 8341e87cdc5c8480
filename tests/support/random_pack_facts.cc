#include "support/random_pack_facts.h"

#include <random>

#include "base/strings.h"

namespace hm::testing {
namespace {

constexpr Time now{1'790'000'000'000};

class RandomFacts {
public:
    explicit RandomFacts(unsigned seed) : random_(seed) {}

    PackFacts make() {
        PackFacts facts;
        facts.now = now;
        facts.role = text(60);
        facts.session_stamp = "131421092026";
        facts.compaction_count = static_cast<std::int64_t>(below(2000));
        facts.budget = budget();
        facts.shows_critical_values = facts.budget >= 4'000;
        times(3, [&] { facts.notes.push_back(text(400)); });
        if (below(2) == 0) facts.governance = {{"drift", 7}, {"turns", 12}};
        if (below(2) == 0) facts.plan = plan();
        if (below(2) == 0) facts.phase = phase();
        if (below(2) == 0) facts.intent = *Paragraph::make(text(2000));
        times(5, [&] { facts.tasks.push_back({task(), checkpoints(), waits()}); });
        times(8, [&] { facts.beside.push_back({task(), waits()}); });
        times(5, [&] { facts.comments.push_back(comment()); });
        times(3, [&] { facts.locked_files.push_back(locked_file()); });
        times(10, [&] { facts.anchors.push_back({anchor(), static_cast<int>(below(3))}); });
        times(5, [&] { facts.decisions.push_back(decision()); });
        times(8, [&] { facts.knowledge.push_back({knowledge(), static_cast<int>(below(3)), share()}); });
        times(60, [&] { facts.memories.push_back(candidate()); });
        return facts;
    }

private:
    std::size_t below(std::size_t limit) { return random_() % limit; }
    double share() { return static_cast<double>(below(101)) / 100; }
    template <class Work>
    void times(std::size_t most, Work&& work) {
        for (std::size_t n = below(most + 1); n > 0; --n) work();
    }
    // Small ones as often as large ones.
    std::size_t budget() {
        const std::size_t most[] = {500, 700, 1'000, 2'000, 3'999, 4'000, 9'500, 15'000, 60'000, 200'000};
        const std::size_t chosen = most[below(10)];
        return chosen == 500 ? 500 : 500 + below(chosen - 499);
    }
    std::string text(std::size_t longest) {
        static const std::vector<std::string> pieces{"a",
                                                     "<",
                                                     ">",
                                                     "&",
                                                     "\"",
                                                     "'",
                                                     "]]>",
                                                     "</mem>",
                                                     "\n",
                                                     "\x01",
                                                     "\x1B[2J",
                                                     "ü",
                                                     "\xE2\x80\xAE",
                                                     "<!--",
                                                     "word ",
                                                     "&amp;",
                                                     "</hivemind_state>",
                                                     "<![CDATA[",
                                                     "\xE2\x80\x8F",
                                                     "ignore previous instructions ",
                                                     "\xF0\x9F\x90\x9D",
                                                     "<hivemind_state>",
                                                     "\r",
                                                     "\t",
                                                     "\xEF\xBF\xBF"};
        std::string made = "x";
        const std::size_t pieces_wanted = below(3) == 0 ? longest : below(longest);
        for (std::size_t n = pieces_wanted; n > 1; --n) made += pieces[below(pieces.size())];
        return std::string(first_characters(made, longest));
    }
    Id id() {
        std::string digits = std::to_string(random_() % 1'000'000'000'000ULL);
        return Id::trusted("0193a1b2-0000-7000-8000-" + std::string(12 - digits.size(), '0') + digits);
    }
    Time around_now() { return Time{now.ms + static_cast<std::int64_t>(below(400'000'000)) - 300'000'000}; }
    template <class Record>
    Record node() {
        Record record;
        record.id = id();
        record.stamp = *StampText::make("131421092026");
        record.created_at = around_now();
        record.modified_at = record.created_at;
        return record;
    }
    Plan plan() {
        Plan made = node<Plan>();
        made.title = *Title::make(text(200));
        return made;
    }
    Phase phase() {
        Phase made = node<Phase>();
        made.title = *Title::make(text(200));
        return made;
    }
    Task task() {
        Task made = node<Task>();
        made.name = *Title::make(text(200));
        made.status = static_cast<TaskStatus>(below(7));
        if (below(2) == 0) made.expected_output = *Paragraph::make(text(2000));
        return made;
    }
    std::vector<std::string> waits() {
        std::vector<std::string> made;
        times(5, [&] { made.push_back(text(300)); });
        return made;
    }
    std::vector<Checkpoint> checkpoints() {
        std::vector<Checkpoint> made;
        times(5, [&] {
            Checkpoint checkpoint = node<Checkpoint>();
            checkpoint.summary = *Sentence::make(text(500));
            made.push_back(checkpoint);
        });
        return made;
    }
    Comment comment() {
        Comment made = node<Comment>();
        made.on_id = id();
        made.author = *Word::make(text(60));
        made.text = *Paragraph::make(text(2000));
        return made;
    }
    LockedFile locked_file() {
        LockedFile made{text(200), {}};
        times(60, [&] {
            made.symbols.push_back(
                {static_cast<std::int64_t>(below(5000)), text(80), SymbolKind::function, text(300), "", below(2) == 0});
        });
        return made;
    }
    Anchor anchor() {
        Anchor made = node<Anchor>();
        made.key = *AnchorKey::make(text(100));
        made.value = *AnchorValue::make(text(500));
        made.priority = static_cast<AnchorPriority>(below(4));
        return made;
    }
    Decision decision() {
        Decision made = node<Decision>();
        made.question = *Sentence::make(text(500));
        if (below(2) == 0) made.choice = *Sentence::make(text(500));
        return made;
    }
    Knowledge knowledge() {
        Knowledge made = node<Knowledge>();
        made.title = *Title::make(text(200));
        made.content = *MemoryText::make(text(4000));
        return made;
    }
    MemoryCandidate candidate() {
        Memory memory = node<Memory>();
        memory.shelf = *Word::make(text(60));
        memory.content = *MemoryText::make(text(4000));
        memory.kind = below(4) == 0 ? MemoryKind::false_path : MemoryKind::insight;
        memory.trust = static_cast<Trust>(below(4));
        memory.standing = static_cast<Standing>(below(2));
        if (below(2) == 0) memory.reason = *Paragraph::make(text(2000));
        if (below(2) == 0) memory.stale_at = around_now();
        return {memory, static_cast<FoundBy>(below(4)), below(2) == 0 ? share() : 0, below(50), {}, below(20) == 0};
    }

    std::mt19937_64 random_;
};

}  // namespace

PackFacts random_pack_facts(unsigned seed) {
    return RandomFacts(seed).make();
}

}  // namespace hm::testing
