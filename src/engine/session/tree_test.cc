#include "engine/session/tree.h"

#include <gtest/gtest.h>

#include "engine/session/context.h"
#include "engine/session/file_guard.h"
#include "engine/work/completion.h"

namespace hm {
namespace {

constexpr Time start{1'790'000'000'000};

template <class Record>
Record made(int number, Duration after) {
    Record record{};
    record.id = Id::trusted("01a0c450-6c00-7000-8000-0000000000" + std::to_string(10 + number));
    record.stamp = *StampText::make("1314210920" + std::to_string(26 + number));
    record.created_at = start + after;
    return record;
}

TreeFacts small_tree() {
    TreeFacts facts;
    facts.plan = made<Plan>(0, {});
    facts.plan->title = *Title::make("Ship it");
    facts.plan->status = PlanStatus::active;
    Phase phase = made<Phase>(1, minutes(10));
    phase.parent_plan_id = facts.plan->id;
    phase.title = *Title::make("Write");
    phase.status = PhaseStatus::active;
    facts.phases = {phase};
    Task done = made<Task>(2, minutes(15));
    done.parent_phase_id = phase.id;
    done.name = *Title::make("First");
    done.status = TaskStatus::completed;
    done.completed_at = start + minutes(20);
    Task active = made<Task>(3, hours(4));
    active.parent_phase_id = phase.id;
    active.name = *Title::make("Second");
    active.status = TaskStatus::active;
    facts.tasks = {done, active};
    facts.read_head.emplace();
    facts.read_head->active_phase_id = phase.id;
    facts.read_head->active_task_ids = {active.id};
    return facts;
}

TEST(SessionTree, IsARenderingOfPlanPhaseAndTask) {
    const SessionTree tree = make_tree(small_tree());
    ASSERT_TRUE(tree.root);
    EXPECT_EQ(tree.root->name, "t_131421092026");
    EXPECT_EQ(tree.root->children.front().name, "tc_131421092027");
    EXPECT_EQ(tree.cursor, "a_131421092029");
    EXPECT_EQ(find_node(tree, tree.cursor)->content, "Second");
    EXPECT_EQ(line_to(tree, tree.cursor).size(), 3U);
    const FlatLine flat = flat_line(tree);
    EXPECT_EQ(flat.trajectory, "Ship it");
    EXPECT_EQ(flat.tactic, "Write");
    EXPECT_EQ(flat.action, "Second");
}

TEST(SessionTree, AlwaysHasACursorThatIsThere) {
    TreeFacts facts = small_tree();
    facts.read_head->active_task_ids = {Id::trusted("01a0c450-6c00-7000-8000-000000000099")};
    EXPECT_EQ(make_tree(facts).cursor, "tc_131421092027");
    facts.read_head->active_phase_id = Id::trusted("01a0c450-6c00-7000-8000-000000000098");
    EXPECT_EQ(make_tree(facts).cursor, "t_131421092026");
    EXPECT_TRUE(make_tree({}).cursor.empty());
    EXPECT_FALSE(make_tree({}).root);
}

TEST(SessionTree, CountsAndNamesWhatCouldBeFoldedUp) {
    const SessionTree tree = make_tree(small_tree());
    const TreeStats stats = stats_of(tree);
    EXPECT_EQ(stats.nodes, 4U);
    EXPECT_EQ(stats.complete, 1U);
    EXPECT_EQ(stats.active, 3U);
    EXPECT_EQ(stats.depth, 3U);
    const auto branches = completed_branches(tree);
    ASSERT_EQ(branches.size(), 1U);
    EXPECT_EQ(summary_of(*branches.front()), "a_131421092028 First, done 2026-09-21T14:33Z");
}

TEST(SessionTree, FindsGapsBetweenSiblingsAndBelowParents) {
    const auto gaps = find_gaps(make_tree(small_tree()));
    ASSERT_EQ(gaps.size(), 3U);
    EXPECT_EQ(gaps.front().sort, GapSort::sibling);
    EXPECT_EQ(gaps.front().severity, GapSeverity::stale);
    EXPECT_EQ(gaps.front().length, minutes(225));
    EXPECT_EQ(gaps[1].sort, GapSort::parent_child);
    EXPECT_EQ(gaps[1].severity, GapSeverity::healthy);
    EXPECT_EQ(severity_of(minutes(29)), GapSeverity::healthy);
    EXPECT_EQ(severity_of(minutes(30)), GapSeverity::warm);
    EXPECT_EQ(severity_of(hours(2)), GapSeverity::stale);
}

TEST(FileGuard, AsksToReadFirstAndNoticesWhatChanged) {
    const FileState now = state_of("one\ntwo\n");
    EXPECT_EQ(now.lines, 2);
    EXPECT_EQ(check_guard(std::nullopt, std::nullopt, FileAuthor::another), GuardAnswer::may_write);
    EXPECT_EQ(check_guard(std::nullopt, now, FileAuthor::this_session), GuardAnswer::read_first);
    const FileGuard seen{now.hash, now.lines, start};
    EXPECT_EQ(check_guard(seen, now, FileAuthor::this_session), GuardAnswer::may_append);
    EXPECT_EQ(check_guard(seen, now, FileAuthor::another), GuardAnswer::may_write);
    EXPECT_EQ(check_guard(seen, state_of("one\nTWO\n"), FileAuthor::this_session), GuardAnswer::changed_since_read);
    EXPECT_EQ(check_guard(seen, state_of("one\ntwo\nthree\n"), FileAuthor::another), GuardAnswer::changed_since_read);
}

TEST(Split, IsDueAtTheSettingAndOnce) {
    SessionCounters counters;
    Settings settings;
    EXPECT_FALSE(decide_split(counters, settings).is_due) << "the client told nothing";
    counters.window = 100'000;
    counters.tokens = 79'999;
    EXPECT_FALSE(decide_split(counters, settings).is_due);
    counters.tokens = 80'000;
    EXPECT_TRUE(decide_split(counters, settings).is_due);
    EXPECT_EQ(decide_split(counters, settings).percent, 80);
    counters.is_split = 1;
    EXPECT_FALSE(decide_split(counters, settings).is_due);
    counters.is_split = 0;
    settings.split_at_percent = 0;
    EXPECT_FALSE(decide_split(counters, settings).is_due);
}

TEST(Split, HandsOverTheLastSixMessagesEachCut) {
    std::vector<SplitMessage> messages;
    for (int i = 0; i < 9; ++i) messages.push_back({"user", "message " + std::to_string(i)});
    messages.push_back({"assistant", " \n"});
    messages.back().text = " \n";
    messages.push_back({"assistant", std::string(5000, 'x')});
    const auto kept = last_messages(messages);
    ASSERT_EQ(kept.size(), 6U);
    EXPECT_EQ(kept.front().text, "message 4");
    EXPECT_EQ(count_characters(kept.back().text), split_message_characters);
}

TEST(Compaction, StopsAddingAfterTwoUselessOnes) {
    SessionCounters counters;
    counters.useless_compactions = 1;
    EXPECT_FALSE(is_useless_to_add(counters));
    counters.useless_compactions = 2;
    EXPECT_TRUE(is_useless_to_add(counters));
}

TEST(Compaction, SaysNoMoreThanAPartOfTheWindow) {
    SessionCounters counters;
    Settings settings;
    EXPECT_EQ(compaction_characters(counters, settings), 7500U);
    counters.window = 100'000;
    EXPECT_EQ(compaction_characters(counters, settings), 3000U);
    counters.window = 1000;
    EXPECT_EQ(compaction_characters(counters, settings), 2000U);
}

TEST(Compaction, TellsTurningPointsFromRoutine) {
    const auto of_kind = [](const char* kind) {
        Event event;
        event.kind = *Word::make(kind);
        return event;
    };
    const auto found = turning_points_among(
        {of_kind("checkpoint"), of_kind("memory.flag-false-path"), of_kind("memory.save"), of_kind("undo")}, 10);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind.view(), "memory.flag-false-path");
}

TEST(Synthesis, TakesTheFirstSentenceAndTheFiles) {
    EXPECT_EQ(first_sentence("# Done\n\n- a list\nThe token is renewed in src/a.ts. And more."),
              "The token is renewed in src/a.ts.");
    EXPECT_EQ(first_sentence("```\ncode\n```\nWords"), "Words");
    EXPECT_EQ(first_sentence("# only\n- lists"), "");
    EXPECT_EQ(files_named_in("See src/a.ts, src/a.ts and main.cc. Not 3.5 nor /etc/passwd or ../x.y."),
              (std::vector<std::string>{"src/a.ts", "main.cc"}));
    const Synthesis made = synthesise({{"one.json", "First.", {"a.ts"}}, {"two.json", "Second.", {"a.ts", "b.ts"}}});
    EXPECT_EQ(made.content, "- First.\n- Second.\nFiles: a.ts b.ts\n");
    EXPECT_EQ(made.evidence, (std::vector<std::string>{"export one.json", "export two.json"}));
}

}  // namespace
}  // namespace hm
