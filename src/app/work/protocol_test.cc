// What agents, coordinators and people tell each other through the graph: who is given what, what is handed in, what is
// said about it, and that every turn begins with where the work stands.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/world.h"

namespace hm::testing {
namespace {

class Protocol : public ::testing::Test {
protected:
    Protocol() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    // A call of one of the agents' tools.
    std::string call(std::string_view agent, std::string_view tool, json::object arguments) {
        const json::object reply = world_.opencode("tool", {{"sessionID", fmt::format("ses_{}", agent)},
                                                            {"agent", agent},
                                                            {"tool", tool},
                                                            {"callID", "c"},
                                                            {"args", std::move(arguments)}});
        return std::string(text_member(reply, "output"));
    }
    std::string verdict(std::string_view agent, std::string_view tool, json::object arguments) {
        return std::string(
            text_member(world_.opencode("tool.execute.before", {{"sessionID", fmt::format("ses_{}", agent)},
                                                                {"agent", agent},
                                                                {"tool", tool},
                                                                {"callID", "c"},
                                                                {"args", std::move(arguments)}}),
                        "verdict"));
    }
    json::object only_task() { return world_.cli_json({"task", "list"}).as_array().front().as_object(); }
    // What is put before the model at the beginning of a turn.
    std::string turn(std::string_view agent) {
        world_.clock().advance(seconds(1));
        return std::string(text_member(
            world_.opencode("messages.transform",
                            {{"sessionID", fmt::format("ses_{}", agent)}, {"agent", agent}, {"prompt", "go on"}}),
            "inject"));
    }

    World world_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_HAS_NOT(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

TEST_F(Protocol, ATaskIsItsStartersUnlessSomebodySaidWhose) {
    call("build", "govern_task", {{"action", "start"}, {"name", "Mend it"}});
    EXPECT_EQ(text_member(only_task(), "assigned_to"), "build");
    EXPECT_EQ(text_member(only_task(), "delegated_by"), "build");
    world_.clock().advance(seconds(1));
    const std::string given = make({"task", "create", "Given away", "--assigned-to", "executor"});
    call("executor", "govern_task", {{"action", "start"}, {"id", given}});
    const json::object shown = world_.cli_json({"show", given}).as_object();
    EXPECT_EQ(text_member(shown, "assigned_to"), "executor");
    EXPECT_EQ(text_member(shown, "status"), "active");
}

TEST_F(Protocol, HandingInShowsTheCheckpointsAndWhatIsMissing) {
    call("build", "govern_task", {{"action", "start"}, {"name", "Mend it"}});
    world_.clock().advance(seconds(1));
    world_.opencode("tool.execute.after", {{"sessionID", "ses_build"},
                                           {"agent", "build"},
                                           {"tool", "bash"},
                                           {"callID", "c2"},
                                           {"args", {{"command", "npm test"}}},
                                           {"metadata", {{"exit", 1}}}});
    const std::string receipt = call("build", "govern_task", {{"action", "review"}, {"evidence", "npm test passes"}});
    EXPECT_HAS(receipt, "is in review, with 1 checkpoints");
    EXPECT_HAS(receipt, "npm test");
    EXPECT_HAS(receipt, "(exit code 1)");
    EXPECT_HAS(receipt, "missing");
    EXPECT_EQ(text_member(only_task(), "status"), "review");
}

TEST_F(Protocol, APlanOfTasksIsCheckedByItselfThenByItsOrderThenAgainstWhatIsThere) {
    call("build", "govern_plan", {{"action", "create"}, {"title", "Plan"}});
    const auto plan = [&](json::array tasks) {
        return call("build", "govern_plan", {{"action", "plan_tasks"}, {"tasks", std::move(tasks)}});
    };
    EXPECT_HAS(plan({{{"name", "No output"}}}), "tasks[0].expected_output");
    EXPECT_HAS(plan({{{"name", "Part"}, {"expected_output", "x"}, {"parent", "Nobody"}}}), "No task \"Nobody\"");
    EXPECT_HAS(plan({{{"name", "Part"}, {"expected_output", "x"}, {"parent", "01a0c450-6c00-7000-8000-ffffffffffff"}}}),
               "No task 01a0c450-6c00-7000-8000-ffffffffffff");
    EXPECT_TRUE(world_.cli_json({"task", "list"}).as_array().empty()) << "nothing of a refused call is kept";
    EXPECT_HAS(plan({{{"name", "Whole"}, {"expected_output", "x"}},
                     {{"name", "Part"}, {"expected_output", "x"}, {"parent", "Whole"}}}),
               "Planned 2 tasks");
    const std::string drawn = world_.cli({"plan", "show"}).out;
    EXPECT_LT(drawn.find("Plan"), drawn.find("Work"));
    EXPECT_LT(drawn.find("Work"), drawn.find("Whole"));
    EXPECT_LT(drawn.find("Whole"), drawn.find("Part"));
}

TEST_F(Protocol, ATaskSaysWhereItsWorkIs) {
    call("build", "govern_plan", {{"action", "create"}, {"title", "Plan"}});
    EXPECT_HAS(call("build", "govern_plan",
                    {{"action", "plan_tasks"},
                     {"tasks",
                      {{{"name", "Mend it"},
                        {"expected_output", "x"},
                        {"location", {{"file", "src/parser.ts"}, {"line", 42}, {"agent", "executor"}}}}}}}),
               "Planned 1 task");
    const json::object location = only_task().at("location").as_object();
    EXPECT_EQ(text_member(location, "file"), "src/parser.ts");
    EXPECT_EQ(location.at("line"), 42);
    EXPECT_EQ(text_member(location, "agent"), "executor");
}

TEST_F(Protocol, WhoPlansAndDelegatesIsAMatterOfRole) {
    const json::object create{{"action", "create"}, {"title", "Plan"}};
    EXPECT_EQ(verdict("coordinator", "govern_plan", create), "allow");
    EXPECT_EQ(verdict("executor", "govern_plan", create), "block");
    EXPECT_EQ(verdict("investigator", "govern_plan", create), "block");
    EXPECT_EQ(verdict("executor", "govern_delegate", {{"action", "assign"}}), "block");
    EXPECT_EQ(verdict("investigator", "hivemind_anchor", {{"action", "save"}}), "allow");
    EXPECT_EQ(verdict("investigator", "govern_shell", {{"action", "run"}, {"command", "ls"}}), "block");
}

TEST_F(Protocol, TheSortOfWorkSaysWhoIsGivenIt) {
    const auto planned_by_a_coordinator = [&](std::string_view category) {
        world_.clock().advance(seconds(60));
        const std::string plan = make({"plan", "create", std::string(category), "--category", std::string(category)});
        call("coordinator", "govern_plan",
             {{"action", "plan_tasks"}, {"plan_id", plan}, {"tasks", {{{"name", "Do"}, {"expected_output", "x"}}}}});
        return std::string(text_member(only_task(), "assigned_to"));
    };
    EXPECT_EQ(planned_by_a_coordinator("research"), "investigator");
    EXPECT_EQ(planned_by_a_coordinator("maintenance"), "executor");
}

TEST_F(Protocol, EveryTurnBeginsWithWhereTheWorkStands) {
    call("build", "govern_plan", {{"action", "create"}, {"title", "Renew the login"}});
    call("build", "govern_plan",
         {{"action", "plan_tasks"},
          {"tasks",
           {{{"name", "Write the parser"}, {"expected_output", "x"}},
            {{"name", "Call the parser"}, {"expected_output", "x"}, {"depends_on", {"Write the parser"}}}}}});
    call("build", "govern_task", {{"action", "start"}, {"id", text_member(only_task(), "id")}});
    for (int i = 0; i < 3; ++i) {
        const std::string seen = turn("build");
        EXPECT_HAS(seen, "Renew the login");
        EXPECT_HAS(seen, "parser");
    }
}

TEST_F(Protocol, ARemarkOfAPersonReachesTheAgentOnce) {
    call("build", "govern_task", {{"action", "start"}, {"name", "Mend it"}});
    const std::string task(text_member(only_task(), "id"));
    EXPECT_HAS_NOT(turn("build"), "Leave the old API alone");
    make({"comment", task, "Leave the old API alone"});
    EXPECT_HAS(turn("build"), "Leave the old API alone");
}

}  // namespace
}  // namespace hm::testing
