// What a decision takes with it when the call is really made, over the whole path: real store, real hooks.
#include "app/hooks/before_tool.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "support/world.h"

namespace hm::testing {
namespace {

json::object write_call(std::string_view session, std::string_view path, std::string_view agent = "") {
    return {{"sessionID", session}, {"agent", agent}, {"tool", "write"}, {"args", {{"filePath", path}}}};
}

class JudgeCall : public ::testing::Test {
protected:
    JudgeCall() { world_.cli({"init", "--mode", "strict"}); }

    std::string verdict(const json::object& call) {
        return std::string(text_member(world_.opencode("tool.execute.before", call), "verdict"));
    }
    std::string last_refusal() {
        std::int64_t last = 0;
        const json::value events = world_.cli_json({"log", "--kind", "gate.block"});
        for (const json::value& event : events.as_array()) last = std::max(last, event.at("seq").as_int64());
        return std::to_string(last);
    }
    void plan_tasks(json::array tasks) {
        world_.opencode("tool", {{"sessionID", "planner"},
                                 {"tool", "govern_plan"},
                                 {"args", {{"action", "create"}, {"title", "Plan"}, {"intent", "Done"}}}});
        world_.opencode("tool", {{"sessionID", "planner"},
                                 {"tool", "govern_plan"},
                                 {"args", {{"action", "plan_tasks"}, {"tasks", std::move(tasks)}}}});
    }
    std::string status_of(const std::string& name) {
        const json::value tasks = world_.cli_json({"task", "list"});
        for (const json::value& task : tasks.as_array()) {
            if (task.at("name") == json::value(name)) return std::string(task.at("status").as_string());
        }
        return "";
    }

    World world_;
};

TEST_F(JudgeCall, UsesAnApprovalUpWithTheFirstCall) {
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "block");
    ASSERT_EQ(world_.cli({"approve", last_refusal()}).exit_code, 0);
    EXPECT_EQ(verdict(write_call("other", "a.ts")), "block");
    EXPECT_EQ(verdict(write_call("s", "b.ts")), "block");
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "allow");
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "block");
}

TEST_F(JudgeCall, LetsAnApprovalPassUnused) {
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "block");
    ASSERT_EQ(world_.cli({"approve", last_refusal(), "--for", "5m"}).exit_code, 0);
    world_.clock().advance(minutes(6));
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "block");
}

TEST_F(JudgeCall, TakesUpTheOneTaskThatIsPlainlyNext) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}},
                {{"name", "Second"}, {"expected_output", "b.ts"}, {"depends_on", json::array{"First"}}}});
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "allow");
    EXPECT_EQ(status_of("First"), "active");
    // It is taken: another session has no part in it.
    EXPECT_EQ(verdict(write_call("t", "a.ts")), "block");
}

TEST_F(JudgeCall, ChoosesNoneOfSeveralTasks) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}}, {{"name", "Other"}, {"expected_output", "b.ts"}}});
    EXPECT_EQ(verdict(write_call("s", "a.ts")), "block");
    EXPECT_EQ(status_of("First"), "planned");
}

TEST_F(JudgeCall, TakesUpNoTaskOfAnotherAgentNorForAReader) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}, {"assigned_to", "executor"}}});
    EXPECT_EQ(verdict(write_call("s", "a.ts", "build")), "block");
    EXPECT_EQ(verdict(write_call("s", "a.ts", "investigator")), "block");
    EXPECT_EQ(status_of("First"), "planned");
    EXPECT_EQ(verdict(write_call("s", "a.ts", "executor")), "allow");
    EXPECT_EQ(status_of("First"), "active");
}

// Every decision that was recorded can be taken again from its event, whatever it was about.
TEST_F(JudgeCall, LeavesEventsThatGiveTheSameVerdictAgain) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}, {"allowed_paths", json::array{"src"}}},
                {{"name", "Second"}, {"expected_output", "b.ts"}, {"depends_on", json::array{"First"}}}});
    std::filesystem::create_directory(world_.directory() / "src");
    std::ofstream(world_.directory() / "src/old.ts") << "x";
    std::mt19937 chance(5);
    const std::vector<std::string> tools{"write", "edit", "bash", "task", "read", "mystery", "govern_task"};
    const std::vector<std::string> agents{"", "coordinator", "executor", "investigator", "wizard"};
    const std::vector<std::string> paths{"src/a.ts", "a.ts", ".git/config", "/etc/hosts", "../x", ".env"};
    const std::vector<std::string> commands{"npm test",      "rm -rf src", "echo x > src/a.ts",
                                            "python -c 'x'", "ls",         "hivemind pause --for 1h",
                                            "echo x > .env"};
    const auto any = [&](const std::vector<std::string>& from) { return from[chance() % from.size()]; };
    for (const char* mode : {"strict", "assisted", "permissive"}) {
        world_.cli({"config", "set", "mode", mode});
        for (int i = 0; i < 40; ++i) {
            world_.opencode("tool.execute.before",
                            {{"sessionID", "s" + std::to_string(chance() % 3)},
                             {"agent", any(agents)},
                             {"tool", any(tools)},
                             {"args", {{"filePath", any(paths)}, {"command", any(commands)}, {"action", "status"}}}});
        }
    }
    const json::value events = world_.cli_json({"log", "--kind", "gate.", "--limit", "200"});
    ASSERT_GE(events.as_array().size(), 100U);
    for (const json::value& event : events.as_array()) {
        const json::value why = world_.cli_json({"why", std::to_string(event.at("seq").as_int64())});
        EXPECT_TRUE(why.at("replay").at("same").as_bool()) << to_text(why);
        EXPECT_LE(to_text(event.at("facts")).size(), max_event_facts_bytes) << to_text(event);
    }
}

TEST_F(JudgeCall, KeepsRolesOfTheProjectForAgentsOfThatName) {
    world_.cli({"task", "start", "Work"});
    EXPECT_EQ(verdict(write_call("s", "docs/a.md", "coordinator")), "block");
    ASSERT_EQ(world_.cli({"role", "set", "coordinator", "--write-files", "--paths", "docs/**"}).exit_code, 0);
    EXPECT_EQ(verdict(write_call("s", "docs/a.md", "coordinator")), "allow");
    EXPECT_EQ(verdict(write_call("s", "src/a.ts", "coordinator")), "block");
    ASSERT_EQ(world_.cli({"role", "remove", "coordinator"}).exit_code, 0);
    EXPECT_EQ(verdict(write_call("s", "docs/a.md", "coordinator")), "block");
    EXPECT_NE(world_.cli({"role", "set", "x", "--write-files"}, ActorKind::agent).exit_code, 0);
}

}  // namespace
}  // namespace hm::testing
