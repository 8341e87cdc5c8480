#include "engine/exchange/layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/json.h"

namespace hm::exchange {
namespace {

template <class Record>
Record made(int number) {
    Record record;
    record.id = Id::trusted(fmt::format("0193a1b2-0000-7000-8000-{:012}", number));
    record.stamp = *StampText::make(fmt::format("{:012}", number));
    record.created_at = Time{number};
    return record;
}

Task task(int number, const Phase& phase, TaskStatus status) {
    Task made_task = made<Task>(number);
    made_task.name = *Title::make(fmt::format("task {}", number));
    made_task.parent_phase_id = phase.id;
    made_task.status = status;
    return made_task;
}

class Hierarchy : public ::testing::Test {
protected:
    Hierarchy() {
        facts_.plan = made<Plan>(1);
        facts_.plan->title = *Title::make("plan");
        facts_.plan->status = PlanStatus::active;
        Phase phase = made<Phase>(2);
        phase.title = *Title::make("phase");
        phase.status = PhaseStatus::completed;
        phase.completed_at = Time{77};
        facts_.phases.push_back(phase);
    }

    json::value tree() { return *parse_json(hierarchy_text(facts_)); }

    HierarchyFacts facts_;
};

TEST_F(Hierarchy, IsNothingWithoutAPlan) {
    const json::value tree = *parse_json(hierarchy_text({}));
    EXPECT_TRUE(tree.at("root").is_null());
    EXPECT_TRUE(tree.at("cursor").is_null());
    EXPECT_EQ(tree.at("version"), 1);
}

TEST_F(Hierarchy, HasLevelsStampsTimesAndTheFourWords) {
    const Phase& phase = facts_.phases[0];
    facts_.tasks = {task(3, phase, TaskStatus::active),    task(4, phase, TaskStatus::planned),
                    task(5, phase, TaskStatus::planned),   task(6, phase, TaskStatus::completed),
                    task(7, phase, TaskStatus::abandoned), task(8, phase, TaskStatus::failed)};
    facts_.tasks[1].depends_on = {facts_.tasks[0].id};
    facts_.tasks[2].depends_on = {facts_.tasks[3].id};
    const json::value root = tree().at("root");
    EXPECT_EQ(root.at("id"), "t_000000000001");
    EXPECT_EQ(root.at("level"), "trajectory");
    EXPECT_EQ(root.at("content"), "plan");
    EXPECT_EQ(root.at("status"), "active");
    EXPECT_EQ(root.at("created"), 1);
    EXPECT_EQ(root.at("stamp"), "000000000001");
    const json::value tactic = root.at("children").at(0);
    EXPECT_EQ(tactic.at("id"), "tc_000000000002");
    EXPECT_EQ(tactic.at("status"), "complete");
    EXPECT_EQ(tactic.at("completed"), 77);
    std::string words;
    for (const json::value& action : tactic.at("children").as_array()) {
        EXPECT_EQ(action.at("level"), "action");
        words += std::string(action.at("status").as_string()) + " ";
    }
    EXPECT_EQ(words, "active blocked pending complete blocked ");
}

TEST_F(Hierarchy, TheCursorIsAlwaysANodeOfTheTree) {
    EXPECT_EQ(tree().at("cursor"), "t_000000000001");
    facts_.read_head = made<Trajectory>(9);
    facts_.read_head->active_phase_id = facts_.phases[0].id;
    EXPECT_EQ(tree().at("cursor"), "tc_000000000002");
    facts_.read_head->active_task_ids = {Id::trusted("0193a1b2-0000-7000-8000-00000000dead")};
    EXPECT_EQ(tree().at("cursor"), "tc_000000000002");
    Task part = task(4, facts_.phases[0], TaskStatus::active);
    facts_.tasks = {task(3, facts_.phases[0], TaskStatus::active), part};
    facts_.tasks[1].parent_task_id = facts_.tasks[0].id;
    facts_.read_head->active_task_ids.push_back(facts_.tasks[1].id);
    EXPECT_EQ(tree().at("cursor"), "a_000000000004");
    const json::value actions = tree().at("root").at("children").at(0).at("children");
    ASSERT_EQ(actions.as_array().size(), 1U);
    EXPECT_EQ(actions.at(0).at("children").at(0).at("id"), "a_000000000004");
}

}  // namespace
}  // namespace hm::exchange
