// What a decision takes with it when the call is really made, over the whole path: real store, real hooks.
#include "app/hooks/before_tool.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    int calls_ = 0;
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

// Tidying up, building and looking begin nothing.
TEST_F(JudgeCall, TakesNothingUpForWhatWritesNoFile) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}}});
    for (const char* command : {"rm -rf build", "make", "npm test", "git status", "git fetch"}) {
        EXPECT_EQ(verdict({{"sessionID", "s"}, {"tool", "bash"}, {"args", {{"command", command}}}}), "allow")
            << command;
        EXPECT_EQ(status_of("First"), "planned") << command;
    }
    EXPECT_EQ(verdict({{"sessionID", "s"}, {"tool", "bash"}, {"args", {{"command", "echo x > a.ts"}}}}), "allow");
    EXPECT_EQ(status_of("First"), "active");
}

// Nobody is sent to a task that is held back itself.
TEST_F(JudgeCall, NamesATaskThatCanBeginInTheOrderOfThePlan) {
    plan_tasks({{{"name", "First"}, {"expected_output", "a.ts"}},
                {{"name", "Beside"}, {"expected_output", "b.ts"}},
                {{"name", "Last"}, {"expected_output", "c.ts"}, {"depends_on", json::array{"First", "Beside"}}}});
    const std::string refusal(text_member(world_.opencode("tool.execute.before", write_call("s", "a.ts")), "message"));
    EXPECT_NE(refusal.find("for \"First\""), std::string::npos) << refusal;
    EXPECT_EQ(refusal.find("planned: \"Last\""), std::string::npos) << refusal;
    EXPECT_LT(refusal.find("planned: \"First\""), refusal.find("planned: \"Beside\"")) << refusal;
}

TEST_F(JudgeCall, HintsOnceATurnAndInOneLine) {
    world_.cli({"config", "set", "mode", "assisted"});
    const auto said = [&](std::string_view path) {
        return std::string(text_member(world_.opencode("tool.execute.before", write_call("s", path)), "message"));
    };
    world_.opencode("chat.message", {{"sessionID", "s"}, {"text", "build the parser"}});
    const std::string hint = said("a.ts");
    EXPECT_NE(hint.find("govern_task with {\"action\":\"start\",\"task\":\"Change a.ts\"}"), std::string::npos) << hint;
    EXPECT_EQ(hint.find("repeat the call"), std::string::npos) << "it was carried out";
    EXPECT_EQ(std::count(hint.begin(), hint.end(), '\n'), 1) << hint;
    for (int i = 0; i < 9; ++i) EXPECT_EQ(said("b.ts"), "");
    world_.clock().advance(minutes(1));
    world_.opencode("chat.message", {{"sessionID", "s"}, {"text", "and now the lexer"}});
    EXPECT_NE(said("c.ts"), "");
}

TEST_F(JudgeCall, TellsAnotherChildOfTheTaskWhoChangedAFileSinceItWasRead) {
    world_.opencode("tool", {{"sessionID", "main"},
                             {"agent", "build"},
                             {"tool", "govern_task"},
                             {"args", {{"action", "start"}, {"name", "Work"}}}});
    std::ofstream(world_.directory() / "a.ts") << "x";
    const auto call = [&](std::string_view hook, std::string_view child, std::string_view agent,
                          std::string_view tool) {
        world_.clock().advance(seconds(1));
        return world_.opencode(hook, {{"sessionID", child},
                                      {"parentID", "main"},
                                      {"agent", agent},
                                      {"tool", tool},
                                      {"callID", std::to_string(++calls_)},
                                      {"args", {{"filePath", (world_.directory() / "a.ts").string()}}}});
    };
    call("tool.execute.after", "one", "general", "read");
    call("tool.execute.after", "two", "helper", "read");
    EXPECT_EQ(text_member(call("tool.execute.before", "one", "general", "edit"), "verdict"), "allow");
    call("tool.execute.after", "one", "general", "edit");
    const json::object refused = call("tool.execute.before", "two", "helper", "edit");
    EXPECT_EQ(text_member(refused, "verdict"), "block");
    EXPECT_NE(text_member(refused, "message").find("which \"general\" changed since you read it"),
              std::string_view::npos);
    EXPECT_EQ(text_member(call("tool.execute.before", "one", "general", "edit"), "verdict"), "allow")
        << "its own change";
    call("tool.execute.after", "two", "helper", "read");
    EXPECT_EQ(text_member(call("tool.execute.before", "two", "helper", "edit"), "verdict"), "allow");
}

// A stock agent that was handed a task works under it, and under nothing else.
TEST_F(JudgeCall, AChildWorksUnderWhatItWasHanded) {
    plan_tasks({{{"name", "First"}, {"expected_output", "x"}, {"allowed_paths", json::array{"src/**"}}}});
    const std::string task(text_member(world_.cli_json({"task", "list"}).as_array().front().as_object(), "id"));
    const auto as = [](std::string_view session, std::string_view parent, std::string_view agent,
                       std::string_view path) {
        json::object call = write_call(session, path, agent);
        if (!parent.empty()) call["parentID"] = parent;
        return call;
    };
    // Below one who only gives work away, a child looks.
    EXPECT_EQ(verdict(as("boss", "", "coordinator", "src/a.ts")), "block");
    EXPECT_EQ(verdict(as("early", "boss", "general", "src/a.ts")), "block");
    EXPECT_EQ(status_of("First"), "planned");
    world_.opencode("tool", {{"sessionID", "boss"},
                             {"agent", "coordinator"},
                             {"tool", "govern_delegate"},
                             {"args", {{"action", "assign"}, {"task_id", task}, {"to", "executor"}}}});
    EXPECT_EQ(verdict(as("child", "boss", "general", "docs/a.md")), "block") << "not its path";
    EXPECT_EQ(verdict(as("child", "boss", "general", "src/a.ts")), "allow");
    EXPECT_EQ(status_of("First"), "active");
    EXPECT_EQ(verdict({{"sessionID", "child"},
                       {"parentID", "boss"},
                       {"agent", "general"},
                       {"tool", "bash"},
                       {"args", {{"command", "npm test"}}}}),
              "allow");
    EXPECT_EQ(verdict(as("other", "boss", "general", "src/a.ts")), "block") << "nothing was handed to this one";
}

TEST_F(JudgeCall, AChildOfOneWhoWorksHasItsShare) {
    json::object call = write_call("child", "a.ts", "general");
    call["parentID"] = "main";
    EXPECT_EQ(verdict(call), "block") << "the list is for whoever writes";
    const json::object shell{{"sessionID", "child"},
                             {"parentID", "main"},
                             {"agent", "general"},
                             {"tool", "bash"},
                             {"args", {{"command", "npm test"}}}};
    EXPECT_EQ(verdict(shell), "allow");
    world_.opencode("tool", {{"sessionID", "main"},
                             {"agent", "build"},
                             {"tool", "govern_task"},
                             {"args", {{"action", "start"}, {"name", "Work"}}}});
    EXPECT_EQ(verdict(call), "allow");
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
