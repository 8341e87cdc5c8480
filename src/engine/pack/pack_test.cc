#include "engine/pack/pack.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/pack/passes.h"

namespace hm {
namespace {

constexpr Time now{1'790'000'000'000};

Id id(int number) {
    const std::string digits = std::to_string(number);
    return Id::trusted("0193a1b2-0000-7000-8000-" + std::string(12 - digits.size(), '0') + digits);
}

Memory memory(int number, Duration stale_in = hours(10)) {
    Memory made;
    made.id = id(number);
    made.content = *MemoryText::make("memory " + std::to_string(number));
    made.created_at = Time{now.ms - hours(30).ms};
    made.stale_at = now + stale_in;
    return made;
}

Task task(int number) {
    Task made;
    made.id = id(number);
    made.name = *Title::make("task " + std::to_string(number));
    made.status = TaskStatus::active;
    return made;
}

PackFacts facts_with(std::vector<MemoryCandidate> memories) {
    PackFacts facts;
    facts.now = now;
    facts.memories = std::move(memories);
    return facts;
}

bool shows(const std::vector<PackItem>& items, const Id& wanted) {
    return std::any_of(items.begin(), items.end(), [&](const PackItem& item) { return id_of(item) == wanted; });
}

const PackItem& item_of(const std::vector<PackItem>& items, const Id& wanted) {
    return *std::find_if(items.begin(), items.end(), [&](const PackItem& item) { return id_of(item) == wanted; });
}

TEST(DropStale, DropsAndCountsWhatNobodyAsksFor) {
    const Pack pack =
        gather_pack(facts_with({{memory(1, hours(-1)), FoundBy::recency}, {memory(2), FoundBy::recency}}));
    EXPECT_FALSE(shows(pack.items, id(1)));
    EXPECT_TRUE(shows(pack.items, id(2)));
    EXPECT_EQ(pack.stale_dropped, 1U);
    EXPECT_TRUE(shows(pack.left_out, id(1))) << "and says why";
}

TEST(DropStale, KeepsAStaleMemoryLinkedToTheActiveTask) {
    Memory linked = memory(1, hours(-1));
    linked.origin_task_id = id(9);
    PackFacts facts = facts_with({{linked, FoundBy::active_task}});
    facts.tasks.push_back({task(9), {}, {}});
    EXPECT_TRUE(shows(gather_pack(facts).items, id(1)));
}

TEST(DropStale, KeepsWhatThePromptAsksForAndMarksItStale) {
    const Pack pack = gather_pack(facts_with(
        {{memory(1, hours(-200)), FoundBy::question, 1, 0}, {memory(2, hours(-200)), FoundBy::question, 0.2, 30}}));
    ASSERT_TRUE(shows(pack.items, id(1)));
    EXPECT_TRUE(std::get<ShownMemory>(item_of(pack.items, id(1)).what).is_stale);
    EXPECT_FALSE(shows(pack.items, id(2))) << "it is far down among the answers";
}

TEST(DropStale, LetsVerifiedMemoriesAndDeadEndsAlone) {
    Memory verified = memory(1, hours(-1));
    verified.standing = Standing::verified;
    Memory dead_end = memory(2, hours(-1));
    dead_end.kind = MemoryKind::false_path;
    const Pack pack = gather_pack(facts_with({{verified, FoundBy::recency}, {dead_end, FoundBy::recency}}));
    EXPECT_TRUE(shows(pack.items, id(1)));
    EXPECT_TRUE(shows(pack.items, id(2)));
    EXPECT_EQ(pack.stale_dropped, 0U);
}

TEST(SetAsideFalsePaths, ShowsADeadEndAsOneHoweverItWasFound) {
    for (const FoundBy found_by : {FoundBy::active_task, FoundBy::question, FoundBy::nearby, FoundBy::recency}) {
        Memory dead_end = memory(1);
        dead_end.kind = MemoryKind::false_path;
        const Pack pack = gather_pack(facts_with({{dead_end, found_by, 0.5, 0}}));
        ASSERT_EQ(pack.items.size(), 1U);
        EXPECT_EQ(pack.items.front().section, PackSection::anti_patterns);
        EXPECT_EQ(pack.false_paths_set_aside, 1U);
    }
}

TEST(SetAsideFalsePaths, LeavesOutWhatWasLearntInAnInvalidatedTask) {
    MemoryCandidate wrong{memory(1), FoundBy::question, 1, 0, {}, true};
    MemoryCandidate proven{memory(2), FoundBy::question, 1, 0, {}, true};
    proven.memory.standing = Standing::verified;
    const Pack pack = gather_pack(facts_with({wrong, proven}));
    EXPECT_FALSE(shows(pack.items, id(1)));
    EXPECT_TRUE(shows(pack.items, id(2)));
}

TEST(ShowChain, LeavesOutInvalidatedTasksAndDerivesTheChecklist) {
    PackFacts facts = facts_with({});
    facts.tasks.push_back({task(1), {}, {}});
    facts.tasks.push_back({task(2), {}, {}});
    facts.tasks.back().task.status = TaskStatus::invalidated;
    const Pack pack = gather_pack(facts);
    const auto checks = std::count_if(pack.items.begin(), pack.items.end(), [](const PackItem& item) {
        return item.section == PackSection::before_you_stop;
    });
    EXPECT_EQ(checks, 1);
    EXPECT_FALSE(shows(pack.items, id(2)));
}

TEST(ShowChain, CountsTheFilesThatChangedSinceTheLastCommit) {
    const auto changed = [](const std::string& file, Time at) {
        Checkpoint checkpoint;
        checkpoint.created_at = at;
        checkpoint.files_modified = {*FilePath::make(file)};
        return checkpoint;
    };
    PackFacts facts = facts_with({});
    facts.tasks.push_back(
        {task(1), {changed("c.ts", now), changed("b.ts", now), changed("a.ts", Time{now.ms - 1000})}, {}});
    const auto check_of = [&] {
        for (const PackItem& item : gather_pack(facts).items) {
            if (const auto* check = std::get_if<CheckBeforeStop>(&item.what)) return *check;
        }
        return CheckBeforeStop{};
    };
    EXPECT_EQ(check_of().files, 3U);
    EXPECT_FALSE(check_of().is_since_commit);
    facts.last_commit_at = Time{now.ms - 1000};
    EXPECT_EQ(check_of().files, 2U);
    EXPECT_EQ(check_of().checkpoints, 3U);
    EXPECT_TRUE(check_of().is_since_commit);
}

Anchor anchor(int number, AnchorPriority priority, Duration age) {
    Anchor made;
    made.id = id(number);
    made.key = *AnchorKey::make("key " + std::to_string(number));
    made.value = *AnchorValue::make("value");
    made.priority = priority;
    made.modified_at = Time{now.ms - age.ms};
    return made;
}

double score_of(const Pack& pack, int number) {
    double sum = 0;
    for (const ScorePart& part : item_of(pack.items, id(number)).parts) sum += part.value;
    return sum;
}

TEST(ShowAnchors, ScoresPriorityFreshnessAndSteps) {
    PackFacts facts = facts_with({});
    facts.anchors = {{anchor(1, AnchorPriority::critical, hours(0)), 0},
                     {anchor(2, AnchorPriority::high, hours(12)), 1},
                     {anchor(3, AnchorPriority::low, hours(40)), 2}};
    const Pack pack = gather_pack(facts);
    EXPECT_DOUBLE_EQ(score_of(pack, 1), 100 + 48);
    EXPECT_DOUBLE_EQ(score_of(pack, 2), 75 + 36 - 10);
    EXPECT_DOUBLE_EQ(score_of(pack, 3), 25 + 8 - 20);
    EXPECT_GT(item_of(pack.items, id(2)).rank, item_of(pack.items, id(3)).rank);
}

TEST(ShowAnchors, LeavesOutWhatComesFromSomethingChangedAndNothingForItsAge) {
    PackFacts facts = facts_with({});
    facts.anchors = {{anchor(1, AnchorPriority::critical, hours(500)), 2},
                     {anchor(2, AnchorPriority::high, hours(49)), 2},
                     {anchor(3, AnchorPriority::high, hours(49)), 0},
                     {anchor(4, AnchorPriority::low, hours(24 * 300)), 2}};
    facts.anchors[2].anchor.source.task_id = id(9);
    for (const std::size_t changed : {0U, 1U, 2U}) facts.anchors[changed].anchor.stale_since = now;
    facts.tasks.push_back({task(9), {}, {}});
    const Pack pack = gather_pack(facts);
    EXPECT_TRUE(shows(pack.items, id(1)));
    EXPECT_FALSE(shows(pack.items, id(2)));
    EXPECT_TRUE(shows(pack.items, id(3))) << "it belongs to the active task";
    EXPECT_TRUE(shows(pack.items, id(4))) << "what was pinned stays";
}

TEST(ShowMemories, RanksWhatAnswersAboveWhatIsOnlyNew) {
    Memory fresh = memory(1);
    fresh.created_at = now;
    const Pack pack = gather_pack(facts_with({{fresh, FoundBy::recency}, {memory(2), FoundBy::question, 0.1, 30}}));
    EXPECT_GT(item_of(pack.items, id(2)).rank, item_of(pack.items, id(1)).rank);
    EXPECT_FALSE(item_of(pack.items, id(2)).parts.empty());
}

TEST(DropOwnOutput, LeavesAPackThatWasSavedAsAMemoryOut) {
    Memory own = memory(1);
    own.content = *MemoryText::make("see <hivemind_state timestamp=\"\">…");
    const Pack pack = gather_pack(facts_with({{own, FoundBy::question, 1, 0}}));
    EXPECT_TRUE(pack.items.empty());
    ASSERT_EQ(pack.left_out.size(), 1U);
    EXPECT_FALSE(pack.left_out.front().why.empty());
}

TEST(FitBudget, ShortensBeforeItLeavesOutAndKeepsTheHighestRanks) {
    std::vector<MemoryCandidate> memories;
    for (int i = 0; i < 30; ++i) memories.push_back({memory(i), FoundBy::question, i / 30.0, 0});
    PackFacts facts = facts_with(std::move(memories));
    facts.budget = 1'000;
    const FrameSizes frame{100, {}};
    const Pack pack = compile_pack(facts, frame, [](const PackItem&, ItemForm form, const PackFacts&) {
        return std::string(form == ItemForm::full ? 200 : 50, 'x');
    });
    std::size_t used = frame.whole;
    double lowest_kept = 1e9;
    for (const PackItem& item : pack.items) {
        used += item.text.size();
        lowest_kept = std::min(lowest_kept, item.rank);
    }
    EXPECT_LE(used, facts.budget);
    EXPECT_EQ(pack.items.size() + pack.left_out_for_room, 30U);
    for (const PackItem& item : pack.left_out) EXPECT_LE(item.rank, lowest_kept);
}

TEST(FitBudget, AddsWhatRecallFoundOnlyUpToTheUsualLength) {
    std::vector<MemoryCandidate> memories;
    for (int i = 0; i < 60; ++i) memories.push_back({memory(i), FoundBy::question, (i + 1) / 600.0, 0});
    for (int i = 100; i < 130; ++i) memories.push_back({memory(i), FoundBy::active_task});
    PackFacts facts = facts_with(std::move(memories));
    const auto length = [&](std::size_t usual, FoundBy found_by) {
        facts.usual = usual;
        const Pack pack = compile_pack(
            facts, {100, {}}, [](const PackItem&, ItemForm, const PackFacts&) { return std::string(200, 'x'); });
        std::size_t sum = 0;
        for (const PackItem& item : pack.items) {
            if (std::get<ShownMemory>(item.what).candidate.found_by == found_by) sum += item.text.size();
        }
        return sum;
    };
    EXPECT_EQ(length(0, FoundBy::question) + length(0, FoundBy::active_task), 14'800U) << "the whole budget";
    EXPECT_EQ(length(3'000, FoundBy::active_task), 6'000U) << "what the task at hand taught is all there";
    EXPECT_EQ(length(3'000, FoundBy::question), 1'200U) << "and the best of recall beside it";
    facts.memories.resize(60);
    EXPECT_EQ(length(3'000, FoundBy::question), 2'800U) << "and recall fills what is usual";
}

}  // namespace
}  // namespace hm
