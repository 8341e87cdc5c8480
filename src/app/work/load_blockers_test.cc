#include "app/work/task.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

class LoadBlockersTest : public ::testing::Test {
protected:
    LoadBlockersTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }

    // "dependency Parse it planned", one for each.
    std::vector<std::string> blockers(const std::string& task) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        const auto found = load_blockers(project->workspace().store.connection(), Id::trusted(task));
        EXPECT_TRUE(found) << found.error().what;
        std::vector<std::string> lines;
        for (const Blocker& each : *found) {
            lines.push_back(fmt::format("{} {} {}", name_of(each.as), each.name, each.status));
        }
        return lines;
    }

    testing::World world_;
};

using Lines = std::vector<std::string>;

TEST_F(LoadBlockersTest, FindsEverythingATaskWaitsFor) {
    const std::string base = make({"plan", "create", "Base"});
    const std::string plan = make({"plan", "create", "Upper", "--depends-on", base});
    const std::string phase = make({"phase", "create", plan, "First"});
    const std::string first = make({"task", "create", "Parse it"});
    const std::string early = make({"task", "create", "Come early"});
    const std::string rests_on = make({"decision", "add", "Which store?"});
    const std::string decision = make({"decision", "add", "Which index?", "--depends-on", rests_on});
    const std::string task =
        make({"task", "create", "Link it", "--parent-phase-id", phase, "--depends-on", first, "--temporal-gate",
              fmt::format(R"({{"after_task_id":"{}"}})", early), "--tech-decision-ids", decision});
    EXPECT_EQ(blockers(task),
              (Lines{"plan_dependency Base draft", "dependency Parse it planned", "temporal_gate Come early planned",
                     "decision Which index? unresolved", "decision Which store? unresolved"}));
    const std::string part = make({"task", "create", "A part", "--parent-task-id", task});
    EXPECT_EQ(blockers(part), blockers(task)) << "a part waits for what the whole waits for";
    EXPECT_EQ(blockers(first), Lines{});
}

TEST_F(LoadBlockersTest, AResolvedDecisionThatRestsOnAnOpenOneStillHoldsBack) {
    const std::string rests_on = make({"decision", "add", "Which store?"});
    const std::string decision = make({"decision", "add", "Which index?", "--depends-on", rests_on});
    const std::string task = make({"task", "create", "Link it", "--tech-decision-ids", decision});
    make({"decision", "resolve", decision, "btree"});
    EXPECT_EQ(blockers(task), Lines{"decision Which store? unresolved"});
    make({"decision", "resolve", rests_on, "SQLite"});
    EXPECT_EQ(blockers(task), Lines{});
}

TEST_F(LoadBlockersTest, APlanThatWasArchivedWithoutBeingReachedIsNotBuiltUpon) {
    const std::string base = make({"plan", "create", "Base"});
    const std::string plan = make({"plan", "create", "Upper", "--depends-on", base});
    const std::string phase = make({"phase", "create", plan, "First"});
    const std::string task = make({"task", "create", "Link it", "--parent-phase-id", phase});
    make({"plan", "change", base, "--status", "abandoned"});
    make({"plan", "change", base, "--status", "archived"});
    EXPECT_EQ(blockers(task), Lines{"plan_dependency Base abandoned"});
    make({"plan", "change", base, "--status", "active"});
    make({"plan", "change", base, "--status", "completed"});
    make({"plan", "change", base, "--status", "archived"});
    EXPECT_EQ(blockers(task), Lines{});
    make({"plan", "change", plan, "--status", "abandoned"});
    EXPECT_EQ(blockers(task), Lines{"plan Upper abandoned"});
}

}  // namespace
}  // namespace hm
