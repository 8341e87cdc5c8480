// Replays of sessions: calm ones raise nothing, and each story of a session that went wrong raises its signal within
// the stated number of events.
#include "engine/detect/detect.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/detect/read_words.h"

namespace hm {
namespace {

class Replay {
public:
    explicit Replay(SessionMode mode = SessionMode::plan_driven) { facts_.mode = mode; }

    Happening& next(HappeningKind kind) {
        pending_ = Happening{.kind = kind};
        return pending_;
    }
    void happen() {
        facts_.now = facts_.now + seconds(step_seconds);
        count(facts_.counters, pending_, facts_.now);
        for (const Detected& each : detect(facts_)) raised_.push_back(each.kind);
    }
    void call(ToolClass tool_class, const std::string& what, bool has_failed = false, bool has_task = true) {
        Happening& call = next(HappeningKind::call);
        call.tool_class = tool_class;
        call.tool = *Word::make(std::string(name_of(tool_class)));
        call.print = *Word::make(what);
        call.has_failed = has_failed;
        call.has_task = has_task;
        call.left_checkpoint = has_task && tool_class == ToolClass::write;
        call.task_since = Time{1'000'000'000};
        happen();
    }
    void prompt(std::string_view text) {
        next(HappeningKind::prompt).points = read_prompt(text, PromptAuthor::person).points;
        happen();
    }
    void say(std::string_view words) {
        Happening& call = next(HappeningKind::call);
        call.tool_class = ToolClass::read;
        call.has_task = true;
        call.print = *Word::make("say" + std::to_string(said_++));
        const std::string_view word = stuck_word_in(words);
        if (!word.empty()) call.keyword = *Word::make(std::string(word));
        happen();
    }
    void usage(std::int64_t tokens, std::int64_t window) {
        Happening& usage = next(HappeningKind::usage);
        usage.tokens = tokens;
        usage.window = window;
        usage.useless_below = facts_.settings.compaction_frees_percent;
        happen();
    }
    void simply(HappeningKind kind) {
        next(kind);
        happen();
    }
    void wait(Duration duration) { facts_.now = facts_.now + duration; }

    bool has_raised(SignalKind kind) const { return std::ranges::find(raised_, kind) != raised_.end(); }
    bool holds(SignalKind kind) const {
        return std::ranges::any_of(detect(facts_), [&](const Detected& each) { return each.kind == kind; });
    }
    const std::vector<SignalKind>& raised() const { return raised_; }
    DetectFacts& facts() { return facts_; }

    int step_seconds = 5;

private:
    DetectFacts facts_{.role = "solo", .now = Time{1'000'000'000}};
    Happening pending_;
    std::vector<SignalKind> raised_;
    int said_ = 0;
};

// An hour of ordinary work: read a little, change, test, read on; errors here and there, words like any other.
void work_calmly(Replay& replay, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        if (round % 6 == 0) replay.prompt("Please go on with the next part of the parser.");
        for (int i = 0; i < 4; ++i) replay.call(ToolClass::read, "read" + std::to_string(round * 10 + i));
        replay.say("Fix the error handling: a failed request is tried once more, see the loop in retry.ts");
        replay.call(ToolClass::write, "write" + std::to_string(round));
        replay.call(ToolClass::query, "test" + std::to_string(round), round % 3 == 0);
        if (round % 3 == 0) replay.call(ToolClass::write, "repair" + std::to_string(round));
        replay.call(ToolClass::query, "test again" + std::to_string(round));
        if (round % 5 == 4) {
            replay.call(ToolClass::governance, "save" + std::to_string(round));
            begin_section(replay.facts().counters, "Part " + std::to_string(round) + " of quite another thing", false);
        }
        replay.simply(HappeningKind::request);
        replay.simply(HappeningKind::turn_end);
    }
}

TEST(Detect, RaisesNothingInACalmSession) {
    Replay replay;
    work_calmly(replay, 60);
    EXPECT_TRUE(replay.raised().empty()) << name_of(replay.raised().front());
}

TEST(Detect, RaisesNothingInAnExplorationThatOnlyReads) {
    Replay replay(SessionMode::exploration);
    for (int i = 0; i < 70; ++i) replay.call(ToolClass::read, "read" + std::to_string(i), false, false);
    EXPECT_TRUE(replay.raised().empty());
}

TEST(Detect, RaisesNothingInAQuickFixWithoutATask) {
    Replay replay(SessionMode::quick_fix);
    for (int i = 0; i < 8; ++i) replay.call(ToolClass::write, "write" + std::to_string(i), false, false);
    EXPECT_TRUE(replay.raised().empty());
}

// The first implementation flagged "error" and "fail" in any output and never let go.
TEST(Detect, DoesNotTakeWordsOfOrdinaryWorkForTrouble) {
    Replay replay;
    for (int i = 0; i < 40; ++i) {
        replay.say("Handle the error, the failure and the retry loop of the client");
        replay.call(ToolClass::write, "write" + std::to_string(i));
    }
    EXPECT_FALSE(replay.has_raised(SignalKind::stuck_words));
}

TEST(Detect, NoticesWordsOfSomebodyStuckAndForgetsThem) {
    Replay replay;
    for (int i = 0; i < 4; ++i) replay.say("I am stuck, let me try again");
    EXPECT_TRUE(replay.holds(SignalKind::stuck_words));
    for (int i = 0; i < 12; ++i) replay.call(ToolClass::write, "w" + std::to_string(i));
    EXPECT_FALSE(replay.holds(SignalKind::stuck_words));
}

// 48 compactions, 128 reads, no write.
TEST(Detect, NoticesReadingWithoutEnd) {
    Replay replay;
    for (int i = 0; i < 20; ++i) replay.call(ToolClass::read, "read" + std::to_string(i));
    EXPECT_TRUE(replay.holds(SignalKind::reads_without_write));
    replay.call(ToolClass::write, "w");
    EXPECT_FALSE(replay.holds(SignalKind::reads_without_write));
}

TEST(Detect, NoticesThreeFailuresInARow) {
    Replay replay;
    for (int i = 0; i < 2; ++i) replay.call(ToolClass::query, "try" + std::to_string(i), true);
    EXPECT_FALSE(replay.holds(SignalKind::failures_in_row));
    replay.call(ToolClass::query, "try3", true);
    EXPECT_TRUE(replay.holds(SignalKind::failures_in_row));
    replay.call(ToolClass::query, "ok");
    EXPECT_FALSE(replay.holds(SignalKind::failures_in_row));
}

// Seven identical closing messages within two minutes.
TEST(Detect, NoticesTheSameCallOverAndOverAcrossSteps) {
    Replay replay;
    for (int i = 0; i < 5; ++i) {
        replay.call(ToolClass::query, "the same");
        replay.simply(HappeningKind::request);
    }
    EXPECT_TRUE(replay.holds(SignalKind::identical_calls));
    replay.call(ToolClass::query, "another");
    EXPECT_FALSE(replay.holds(SignalKind::identical_calls));
}

TEST(Detect, NoticesARunaway) {
    Replay replay;
    replay.step_seconds = 0;
    for (int i = 0; i < 120; ++i) replay.call(ToolClass::write, "w" + std::to_string(i));
    EXPECT_TRUE(replay.has_raised(SignalKind::too_many_calls));
    replay.wait(minutes(3));
    EXPECT_FALSE(replay.holds(SignalKind::too_many_calls));
}

// 135 turns, hierarchy empty, 43 writes.
TEST(Detect, NoticesWritesWithoutATask) {
    Replay replay;
    for (int i = 0; i < 3; ++i) replay.call(ToolClass::write, "w" + std::to_string(i), false, false);
    EXPECT_TRUE(replay.holds(SignalKind::write_without_task));
    replay.call(ToolClass::write, "w9", false, true);
    EXPECT_FALSE(replay.holds(SignalKind::write_without_task));
}

TEST(Detect, NoticesASectionThatGoesOnAndOn) {
    Replay replay;
    begin_section(replay.facts().counters, "auth middleware", false);
    for (int i = 0; i < 8; ++i) replay.prompt("go on");
    EXPECT_TRUE(replay.holds(SignalKind::long_section));
    begin_section(replay.facts().counters, "the login form instead", false);
    EXPECT_FALSE(replay.holds(SignalKind::long_section));
}

TEST(Detect, NoticesCircling) {
    Replay replay;
    for (int i = 0; i < 4; ++i) begin_section(replay.facts().counters, "Fix the token renewal", i > 0);
    EXPECT_TRUE(replay.holds(SignalKind::same_section_again));
}

TEST(Detect, NoticesATaskWithoutACheckpoint) {
    Replay replay;
    replay.call(ToolClass::write, "w");
    replay.wait(minutes(31));
    replay.call(ToolClass::read, "r");
    EXPECT_TRUE(replay.holds(SignalKind::task_without_checkpoint));
    replay.call(ToolClass::write, "w2");
    EXPECT_FALSE(replay.holds(SignalKind::task_without_checkpoint));
}

TEST(Detect, NoticesALongSilence) {
    Replay replay;
    replay.call(ToolClass::write, "w");
    replay.wait(hours(4));
    replay.prompt("Where were we?");
    EXPECT_TRUE(replay.holds(SignalKind::long_silence));
    replay.call(ToolClass::write, "w2");
    EXPECT_FALSE(replay.holds(SignalKind::long_silence));
}

TEST(Detect, NoticesThreeCancelsInARow) {
    Replay replay;
    for (int i = 0; i < 2; ++i) replay.simply(HappeningKind::cancel);
    replay.simply(HappeningKind::turn_end);
    for (int i = 0; i < 2; ++i) replay.simply(HappeningKind::cancel);
    EXPECT_FALSE(replay.holds(SignalKind::cancels_in_row));
    replay.simply(HappeningKind::cancel);
    EXPECT_TRUE(replay.holds(SignalKind::cancels_in_row));
}

TEST(Detect, NoticesCompactionsThatFreeTooLittle) {
    Replay replay;
    for (int i = 0; i < 2; ++i) {
        replay.usage(90'000, 200'000);
        replay.simply(HappeningKind::compaction);
        replay.usage(85'000, 200'000);
    }
    EXPECT_TRUE(replay.holds(SignalKind::useless_compaction));
    replay.simply(HappeningKind::compaction);
    replay.usage(20'000, 200'000);
    EXPECT_FALSE(replay.holds(SignalKind::useless_compaction));
}

TEST(Detect, NoticesAContextThatIsNearlyFull) {
    Replay replay;
    replay.usage(150'000, 200'000);
    EXPECT_FALSE(replay.holds(SignalKind::context_nearly_full));
    replay.usage(160'000, 200'000);
    EXPECT_TRUE(replay.holds(SignalKind::context_nearly_full));
}

TEST(Detect, GathersLongPromptsAndLetsThemFade) {
    Replay replay;
    std::string dump;
    for (int i = 0; i < 400; ++i) dump += "word ";
    for (int i = 0; i < 3; ++i) replay.prompt(dump);
    EXPECT_TRUE(replay.holds(SignalKind::prompts_pile_up));
    replay.wait(hours(12));
    EXPECT_FALSE(replay.holds(SignalKind::prompts_pile_up));
    replay.prompt(dump);
    replay.prompt(dump);
    replay.simply(HappeningKind::compaction);
    EXPECT_FALSE(replay.holds(SignalKind::prompts_pile_up));
}

TEST(Detect, NoticesABypass) {
    Replay replay;
    replay.simply(HappeningKind::bypass);
    EXPECT_TRUE(replay.holds(SignalKind::gate_bypassed));
}

TEST(Detect, NoticesBranchesThatPileUpAndAMissingTree) {
    Replay replay;
    replay.next(HappeningKind::prompt).completed_branches = 5;
    replay.happen();
    EXPECT_TRUE(replay.holds(SignalKind::completed_pile_up));
    replay.next(HappeningKind::prompt).has_no_tree = true;
    replay.happen();
    EXPECT_TRUE(replay.holds(SignalKind::missing_tree));
}

TEST(Detect, PutsTheWorstFirst) {
    Replay replay;
    for (int i = 0; i < 25; ++i) replay.call(ToolClass::read, "r" + std::to_string(i), i > 20);
    for (int i = 0; i < 3; ++i) replay.simply(HappeningKind::cancel);
    const std::vector<Detected> found = detect(replay.facts());
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].kind, SignalKind::cancels_in_row);
    EXPECT_EQ(found[1].kind, SignalKind::failures_in_row);
    EXPECT_EQ(found[2].kind, SignalKind::reads_without_write);
}

TEST(Detect, IsAnsweredByTheCommandItNames) {
    Replay replay;
    for (int i = 0; i < 20; ++i) replay.call(ToolClass::read, "r" + std::to_string(i), i > 15);
    for (const Detected& each : detect(replay.facts())) answer(each.kind, replay.facts().counters);
    EXPECT_TRUE(detect(replay.facts()).empty());
}

TEST(Detect, LeavesOutWhatItsSettingTurnsOff) {
    Replay replay;
    replay.facts().settings.signal_failures = 0;
    for (int i = 0; i < 9; ++i) replay.call(ToolClass::query, "r" + std::to_string(i), true);
    EXPECT_FALSE(replay.holds(SignalKind::failures_in_row));
}

TEST(ReadPrompt, SortsShortLongAndForeignOnes) {
    EXPECT_EQ(read_prompt("go on", PromptAuthor::person).sort, PromptSort::flow);
    EXPECT_EQ(read_prompt("", PromptAuthor::person).sort, PromptSort::flow);
    std::string words;
    for (int i = 0; i < 25; ++i) words += "word ";
    EXPECT_EQ(read_prompt(words, PromptAuthor::person).sort, PromptSort::plain);
    for (int i = 0; i < 10; ++i) words += "word ";
    const ReadPrompt plain = read_prompt(words, PromptAuthor::person);
    EXPECT_EQ(plain.sort, PromptSort::gathering);
    EXPECT_EQ(read_prompt(words + "src/main.cc", PromptAuthor::person).points, plain.points + 3);
    EXPECT_EQ(read_prompt(words, PromptAuthor::tool).sort, PromptSort::not_a_prompt);
    EXPECT_EQ(read_prompt(words, PromptAuthor::tool).points, 0);
}

TEST(ClassOf, GoesByKindAndElseByName) {
    EXPECT_EQ(class_of(ToolKind::own, "hivemind_session", false), ToolClass::governance);
    EXPECT_EQ(class_of(ToolKind::shell, "bash", true), ToolClass::write);
    EXPECT_EQ(class_of(ToolKind::shell, "bash", false), ToolClass::query);
    EXPECT_EQ(class_of(ToolKind::other, "mcp__files__read_text", false), ToolClass::read);
    EXPECT_EQ(class_of(ToolKind::other, "NotebookEdit", false), ToolClass::write);
    EXPECT_EQ(class_of(ToolKind::other, "hivemind_inspect", false), ToolClass::governance);
    EXPECT_EQ(class_of(ToolKind::other, "frobnicate", false), ToolClass::query);
}

TEST(SessionCounters, SurviveBeingWrittenAndKeepWhatIsNotTheirs) {
    SessionCounters counters;
    counters.turn_count = 3;
    counters.last_call = "x";
    counters.files_touched = {"a.ts"};
    const json::object stored = write_counters(counters, {{"ratings", {1, 2}}});
    EXPECT_TRUE(stored.contains("ratings"));
    EXPECT_FALSE(stored.contains("write_calls"));
    const SessionCounters read = read_counters(stored);
    EXPECT_EQ(read.turn_count, 3);
    EXPECT_EQ(read.files_touched, counters.files_touched);
    EXPECT_EQ(read_counters({{"turn_count", "three"}}).turn_count, 0);
}

TEST(SessionCounters, StayFlatHoweverLongTheSession) {
    SessionCounters counters;
    for (int i = 0; i < 5000; ++i) {
        Happening call{.kind = HappeningKind::call, .tool_class = ToolClass::write};
        call.tool = *Word::make("tool" + std::to_string(i));
        call.files = {*FilePath::make("file" + std::to_string(i))};
        count(counters, call, Time{1'000'000 + i * 1000});
    }
    EXPECT_LT(to_text(write_counters(counters)).size(), 2500U);
    EXPECT_EQ(counters.total_tool_calls, 5000);
}

}  // namespace
}  // namespace hm
