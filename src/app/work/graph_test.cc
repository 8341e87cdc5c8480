// The graph of work through the command line and the agents' tools, on a real store.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

class GraphTest : public ::testing::Test {
protected:
    GraphTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    std::string refused(const std::vector<std::string>& arguments) {
        const testing::CliOutcome outcome = world_.cli(arguments);
        EXPECT_NE(outcome.exit_code, 0) << outcome.out;
        return outcome.err;
    }
    // A call of one of the agents' tools.
    std::string agent(std::string_view session, std::string_view tool, json::object arguments) {
        const json::object reply = world_.opencode(
            "tool", {{"sessionID", session}, {"tool", tool}, {"callID", "c"}, {"args", std::move(arguments)}});
        return std::string(text_member(reply, "output"));
    }
    void after(std::string_view session, std::string_view tool, json::object arguments, json::object metadata = {}) {
        world_.clock().advance(seconds(1));
        world_.opencode("tool.execute.after", {{"sessionID", session},
                                               {"tool", tool},
                                               {"callID", "c"},
                                               {"args", std::move(arguments)},
                                               {"metadata", std::move(metadata)}});
    }
    void write_file(std::string_view session, const std::string& path) {
        std::filesystem::create_directories((world_.directory() / path).parent_path());
        std::ofstream(world_.directory() / path) << "x";
        after(session, "write", {{"filePath", (world_.directory() / path).string()}});
    }
    void ran(std::string_view session, std::string_view command, int exit_code) {
        after(session, "bash", {{"command", command}}, {{"exit", exit_code}});
    }
    json::object shown(const std::string& id) { return world_.cli_json({"show", id}).as_object(); }
    std::string status(const std::string& id) { return std::string(text_member(shown(id), "status")); }
    // An id as a text shows it: its last characters.
    static std::string id_in(const std::string& text, std::string_view name) {
        const std::size_t at = text.find(std::string(name) + ": ");
        if (at == std::string::npos) return "";
        const std::size_t begin = at + name.size() + 2;
        return text.substr(begin, text.find('\n', begin) - begin);
    }

    testing::World world_;
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(GraphTest, RefusesCyclesOfTasksWithTheCycleNamed) {
    const std::string a = make({"task", "create", "A"});
    const std::string b = make({"task", "create", "B", "--depends-on", a});
    const std::string c = make({"task", "create", "C", "--depends-on", b});
    const std::string error = refused({"task", "change", a, "--depends-on", c});
    EXPECT_HAS(error, "\"A\" → \"C\" → \"B\" → \"A\"");
    EXPECT_TRUE(shown(a).at("depends_on").as_array().empty()) << "nothing was changed";
    EXPECT_HAS(refused({"task", "change", a, "--depends-on", a}), "\"A\" → \"A\"");
}

TEST_F(GraphTest, RefusesCyclesThatATemporalGateAPartOrAPlanCloses) {
    const std::string a = make({"task", "create", "A"});
    const std::string b = make({"task", "create", "B", "--depends-on", a});
    EXPECT_HAS(refused({"task", "change", a, "--temporal-gate-after-task-id", b}), "\"A\" → \"B\" → \"A\"");
    const std::string part = make({"task", "create", "Part of A", "--parent-task-id", a});
    EXPECT_HAS(refused({"task", "change", part, "--depends-on", a}), "→ \"A\"");
    EXPECT_HAS(refused({"task", "change", part, "--depends-on", b}), "\"Part of A\"");

    const std::string lower = make({"plan", "create", "Lower"});
    const std::string upper = make({"plan", "create", "Upper", "--depends-on", lower});
    EXPECT_HAS(refused({"plan", "change", lower, "--depends-on", upper}), "\"Lower\" → \"Upper\" → \"Lower\"");
    const std::string lower_phase = make({"phase", "create", lower, "One"});
    const std::string upper_phase = make({"phase", "create", upper, "Two"});
    const std::string above = make({"task", "create", "Above", "--parent-phase-id", upper_phase});
    // The task below would wait for one that waits for the whole plan below.
    EXPECT_HAS(refused({"task", "create", "Below", "--parent-phase-id", lower_phase, "--depends-on", above}),
               "\"Below\" → \"Above\" → \"Lower\" → \"Below\"");
    const std::string first = make({"decision", "add", "First?"});
    const std::string second = make({"decision", "add", "Second?", "--depends-on", first});
    EXPECT_HAS(refused({"decision", "change", first, "--depends-on", second}), "\"First?\" → \"Second?\" → \"First?\"");
}

TEST_F(GraphTest, PlansTasksThatNameEachOtherInOneCall) {
    agent("ses_1", "govern_plan", {{"action", "create"}, {"title", "Ship"}});
    const json::array tasks{{{"name", "Test"}, {"expected_output", "green"}, {"depends_on", {"Build"}}},
                            {{"name", "Build"},
                             {"expected_output", "a binary"},
                             {"allowed_paths", {"src/**"}},
                             {"allowed_tools", {"edit"}}},
                            {{"name", "Announce"},
                             {"expected_output", "a text"},
                             {"temporal_gate", {{"after", "Test"}, {"reason", "only what works is announced"}}},
                             {"planned_ahead", true}},
                            {{"name", "Compile"}, {"expected_output", "objects"}, {"parent", "Build"}}};
    const std::string made = agent("ses_1", "govern_plan", {{"action", "plan_tasks"}, {"tasks", tasks}});
    EXPECT_HAS(made, "Planned 4 tasks in \"Ship\"");
    const json::object ready = world_.cli_json({"ready"}).as_object();
    EXPECT_EQ(ready.at("counts"), json::value({{"ready", 2}, {"planned_ahead", 0}, {"blocked", 2}}));
    const std::string tree = world_.cli({"plan", "show"}).out;
    EXPECT_HAS(tree, "⊘ Test  [blocked]");
    EXPECT_HAS(tree, "waits for task \"Build\" (planned)");
    EXPECT_HAS(tree, "may begin only after task \"Test\" (planned): only what works is announced");
    EXPECT_HAS(tree, "      ○ Compile  [planned]");

    const std::string cycle =
        agent("ses_1", "govern_plan",
              {{"action", "plan_tasks"},
               {"tasks",
                {{{"name", "X"}, {"expected_output", "x"}, {"depends_on", {"Y"}}},
                 {{"name", "Y"}, {"expected_output", "y"}, {"temporal_gate", {{"after", "X"}, {"reason", "so"}}}}}}});
    EXPECT_HAS(cycle, "\"X\" → \"Y\" → \"X\"");
    EXPECT_EQ(world_.cli({"task", "list"}).out.find(" X\n"), std::string::npos) << "nothing of a refused call is kept";
    EXPECT_HAS(agent("ses_1", "govern_plan",
                     {{"action", "plan_tasks"},
                      {"tasks", {{{"name", "Z"}, {"expected_output", "z"}, {"depends_on", {"Nowhere"}}}}}}),
               "No task \"Nowhere\"");
}

TEST_F(GraphTest, ATaskCannotStartBeforeWhatItDependsOn) {
    const std::string a = make({"task", "create", "A"});
    const std::string b = make({"task", "create", "B", "--depends-on", a});
    const std::string decision = make({"decision", "add", "Which way?"});
    const std::string c = make({"task", "create", "C", "--tech-decision-ids", decision});
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", b}}), "waits for task \"A\" (planned)");
    EXPECT_HAS(refused({"task", "start", b}), "waits for task \"A\" (planned)");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", c}}), "Which way?");
    make({"task", "start", a});
    make({"task", "complete", a});
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", b}}), "Started \"B\"");
    make({"decision", "resolve", decision, "left"});
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", c}}), "Started \"C\"");
}

TEST_F(GraphTest, TheNameOfAPlannedTaskStartsThatTask) {
    agent("ses_1", "govern_plan", {{"action", "create"}, {"title", "Plan"}, {"intent", "Done"}});
    agent("ses_1", "govern_plan",
          {{"action", "plan_tasks"},
           {"tasks",
            {{{"name", "Build the parser"}, {"expected_output", "x"}},
             {{"name", "Build the lexer"}, {"expected_output", "x"}, {"depends_on", json::array{"Build the parser"}}},
             {{"name", "Write it up"}, {"expected_output", "x"}, {"depends_on", json::array{"Build the lexer"}}}}}});
    const std::string held = agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Write it up"}});
    EXPECT_HAS(held, "it is blocked");
    EXPECT_HAS(held, "for \"Build the parser\", which can begin now");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"name", " build  the PARSER."}}),
               "Started \"Build the parser\"");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Build the parser"}}),
               "already active here");
    EXPECT_EQ(world_.cli_json({"task", "list"}).as_array().size(), 3U) << "none was made";
    EXPECT_HAS(agent("ses_2", "govern_task", {{"action", "start"}, {"name", "Build the parser"}}),
               "Another session works on it");
    EXPECT_HAS(agent("ses_2", "govern_task", {{"action", "start"}, {"name", "Something else"}}),
               "Started \"Something else\"");
}

TEST_F(GraphTest, ANameOfSeveralOpenTasksIsAskedBack) {
    const std::string one = make({"task", "create", "Clean up"});
    const std::string other = make({"task", "create", "clean up"});
    const std::string told = agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Clean up"}});
    EXPECT_HAS(told, "More than one task is meant by \"Clean up\"");
    EXPECT_HAS(told, one);
    EXPECT_HAS(told, other);
    make({"task", "start", one});
    make({"task", "complete", one});
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Clean up"}}), "Started \"clean up\"");
}

TEST_F(GraphTest, TestsBehindAPipeCountForWhatTheirOutputShows) {
    const std::string task =
        id_in(agent("ses_1", "govern_plan",
                    {{"action", "quick_start"}, {"name", "Login"}, {"expected_output", "all tests pass"}}),
              "id");
    const auto ran_with = [&](std::string_view command, std::string_view output) {
        world_.clock().advance(seconds(1));
        world_.opencode("tool.execute.after", {{"sessionID", "ses_1"},
                                               {"tool", "bash"},
                                               {"callID", "c"},
                                               {"args", {{"command", command}}},
                                               {"output", output},
                                               {"metadata", {{"exit", 0}}}});
    };
    write_file("ses_1", "src/login.py");
    ran_with("python3 -m unittest 2>&1 | tail -20", "Ran 3 tests in 0.01s\n\nFAILED (failures=1)\n");
    const std::string log = to_text(world_.cli_json({"log", "--kind", "checkpoint"}));
    EXPECT_HAS(log, "\"exit_code\":1,\"told_by\":\"FAILED (failures=1)\"");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "ended with exit code 1");
    EXPECT_EQ(status(task), "review");
    // It goes on where it was: nothing has to be started again.
    ran_with("python3 -m unittest 2>&1 | tail -20", "Ran 3 tests in 0.01s\n\nOK\n");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}, {"evidence", "all tests pass"}}), "Completed");
}

TEST_F(GraphTest, WhatIsMissingIsToldWhole) {
    agent(
        "ses_1", "govern_plan",
        {{"action", "quick_start"}, {"name", "Login"}, {"expected_output", "src/a.ts, src/b.ts, and all tests pass"}});
    ran("ses_1", "cd packages/some/where && npm run test:unit -- --reporter=verbose --coverage 2>&1 | tail -40", 0);
    const std::string told = agent("ses_1", "govern_task", {{"action", "complete"}});
    EXPECT_HAS(told, "src/a.ts does not exist");
    EXPECT_HAS(told, "src/b.ts does not exist");
    EXPECT_HAS(told, "or keep their last lines.");
    EXPECT_HAS(told, "call govern_task complete again");
}

TEST_F(GraphTest, AWriteTakesATaskUpAgainThatWasHandedIn) {
    EXPECT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    const std::string task = id_in(
        agent("ses_1", "govern_plan", {{"action", "quick_start"}, {"name", "Login"}, {"expected_output", "src/a.ts"}}),
        "id");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "is in review");
    const json::object let =
        world_.opencode("tool.execute.before", {{"sessionID", "ses_1"},
                                                {"tool", "write"},
                                                {"callID", "w"},
                                                {"args", {{"filePath", (world_.directory() / "src/a.ts").string()}}}});
    EXPECT_EQ(text_member(let, "verdict"), "allow") << to_text(let);
    EXPECT_EQ(status(task), "active");
    write_file("ses_1", "src/a.ts");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "Completed");
}

TEST_F(GraphTest, CompletionIsCheckedAgainstWhatWasRecorded) {
    const std::string begun = agent(
        "ses_1", "govern_plan",
        {{"action", "quick_start"}, {"name", "Login"}, {"expected_output", "src/login.ts exists, and all tests pass"}});
    const std::string task = id_in(begun, "id");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}, {"evidence", "done"}}), "is in review");
    EXPECT_EQ(status(task), "review");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", task}}), "Started");
    ran("ses_1", "npm test", 0);
    write_file("ses_1", "src/login.ts");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "Files were changed after the test run");
    agent("ses_1", "govern_task", {{"action", "start"}, {"id", task}});
    ran("ses_1", "npm test | tail", 0);
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "is hidden by what stands behind them");
    agent("ses_1", "govern_task", {{"action", "start"}, {"id", task}});
    ran("ses_1", "npm test", 1);
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}}), "ended with exit code 1");
    agent("ses_1", "govern_task", {{"action", "start"}, {"id", task}});
    ran("ses_1", "npm test", 0);
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "complete"}, {"evidence", "All tests pass."}}),
               "Completed \"Login\"");
    const json::object done = shown(task);
    EXPECT_EQ(text_member(done, "status"), "completed");
    EXPECT_EQ(done.at("result").at("files_modified"), json::value({"src/login.ts"}));
    EXPECT_EQ(done.at("result").at("tests_run"), json::value({"bash: npm test"}));
}

TEST_F(GraphTest, APersonMayAcceptWhatIsNotShownAndThatIsRecorded) {
    const std::string task =
        id_in(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Report"}, {"expected_output", "A report"}}),
              "id");
    agent("ses_1", "govern_task", {{"action", "complete"}});
    EXPECT_EQ(status(task), "review");
    const json::object receipt = world_.cli_json({"task", "complete", task}).as_object();
    EXPECT_EQ(receipt.at("accepted_without").as_array().size(), 1U);
    EXPECT_EQ(status(task), "completed");
    EXPECT_HAS(to_text(world_.cli_json({"log"})), "accepted_without");
}

TEST_F(GraphTest, CheckpointsAreLeftByChangesBuildsTestsAndGitNeverByReads) {
    const std::string task = id_in(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Work"}}), "id");
    after("ses_1", "read", {{"filePath", "a.ts"}});
    ran("ses_1", "ls -la", 0);
    ran("ses_1", "git status", 0);
    EXPECT_EQ(world_.cli_json({"checkpoint", "list"}).as_array().size(), 0U);
    write_file("ses_1", "src/a.ts");
    after("ses_1", "multiedit", {{"edits", {{{"file_path", "b.ts"}}, {{"filePath", "c.ts"}}}}});
    after("ses_1", "apply_patch", {{"patchText", "*** Begin Patch\n*** Update File: d.ts\n*** End Patch"}});
    ran("ses_1", "npm run build", 2);
    ran("ses_1", "git commit -m x", 0);
    ran("ses_1", "echo x > e.ts", 0);
    const json::array left = world_.cli_json({"checkpoint", "list"}).as_array();
    ASSERT_EQ(left.size(), 6U);
    std::vector<std::string> lines;
    for (auto each = left.rbegin(); each != left.rend(); ++each) {
        lines.push_back(
            fmt::format("{} {}", text_member(each->as_object(), "kind"), to_text(each->at("files_modified"))));
    }
    EXPECT_EQ(lines, (std::vector<std::string>{R"(write ["src/a.ts"])", R"(write ["b.ts","c.ts"])", R"(write ["d.ts"])",
                                               "build []", "git []", R"(write ["e.ts"])"}));
    EXPECT_EQ(left[2].at("exit_code"), 2);
    EXPECT_EQ(text_member(left[2].as_object(), "exit_source"), "client");
    EXPECT_EQ(task.size(), 6U);
    EXPECT_TRUE(text_member(left[0].as_object(), "task_id").ends_with(task)) << to_text(left[0]);
}

TEST_F(GraphTest, DeferBranchAndGiveUpKeepTheirReasons) {
    const std::string task = id_in(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Work"}}), "id");
    const std::string part = make({"task", "create", "Part", "--parent-task-id", task});
    make({"task", "defer", task, "the API is not there yet"});
    EXPECT_EQ(status(task), "planned");
    EXPECT_HAS(to_text(world_.cli_json({"comment", "list"})), "Deferred: the API is not there yet");
    EXPECT_EQ(world_.cli_json({"ready"}).at("counts").at("planned_ahead"), 1);
    const std::string branch = make({"task", "branch", task, "Other way", "--with-parts"});
    EXPECT_EQ(world_.cli_json({"task", "list"}).as_array().size(), 4U);
    const std::string waiting = make({"task", "create", "Waits", "--depends-on", branch});
    const json::object receipt = world_.cli_json({"task", "abandon", branch, "no"}).as_object();
    EXPECT_HAS(to_text(receipt.at("still_waiting")), waiting);
    EXPECT_TRUE(shown(branch).contains("archived_at")) << "a task that breaks a chain leaves the lists at once";
    EXPECT_EQ(shown(waiting).at("blocked"), true);
    EXPECT_HAS(refused({"task", "create", "Late", "--parent-task-id", branch}), "takes no more parts");
    make({"task", "invalidate", part, "superseded by the other way"});
    EXPECT_EQ(status(part), "invalidated");
}

TEST_F(GraphTest, DelegationIsBoundedAndNamesItsCircle) {
    agent("ses_1", "govern_plan", {{"action", "create"}, {"title", "Look"}, {"category", "research"}});
    agent("ses_1", "govern_plan",
          {{"action", "plan_tasks"}, {"tasks", {{{"name", "Find"}, {"expected_output", "x"}}}}});
    const std::string task(text_member(world_.cli_json({"task", "list"}).as_array().front().as_object(), "id"));
    EXPECT_HAS(agent("ses_1", "govern_delegate", {{"action", "assign"}, {"task_id", task}, {"to", "solo"}}),
               "solo → solo");
    EXPECT_HAS(agent("ses_1", "govern_delegate", {{"action", "assign"}, {"task_id", task}}),
               "to investigator, depth 1");
    EXPECT_HAS(agent("ses_1", "govern_delegate", {{"action", "assign"}, {"task_id", task}}), "already handed over");
    EXPECT_HAS(agent("ses_1", "govern_task", {{"action", "start"}, {"id", task}}), "assigned to \"investigator\"");
    world_.opencode(
        "event", {{"type", "session.created"}, {"properties", {{"info", {{"id", "ses_2"}, {"parentID", "ses_1"}}}}}});
    EXPECT_HAS(agent("ses_2", "govern_task", {{"action", "start"}, {"id", task}}), "Started \"Find\"");
    EXPECT_HAS(world_.cli({"delegate", "status"}).out, "solo → investigator  [accepted]");
    EXPECT_HAS(agent("ses_2", "govern_delegate", {{"action", "assign"}, {"task_id", task}, {"to", "executor"}}),
               "by the role investigator");
    EXPECT_HAS(agent("ses_1", "govern_delegate", {{"action", "recall"}, {"task_id", task}}), "Took \"Find\" back");
    EXPECT_EQ(status(task), "planned");
    EXPECT_HAS(
        agent("ses_1", "govern_delegate", {{"action", "assign"}, {"task_id", "01a0c450-6c00-7000-8000-ffffffffffff"}}),
        "No task");
}

TEST_F(GraphTest, AChainOfDelegationsIsThreeDeepAtTheMost) {
    const std::string task = make({"task", "create", "Deep"});
    std::string above;
    const std::vector<std::string> names{"a", "b", "c", "d", "e"};
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        std::vector<std::string> words{"delegation", "create",    task,        "--from-role",
                                       names[i],     "--to-role", names[i + 1]};
        if (!above.empty()) words.insert(words.end(), {"--parent-id", above});
        if (i < 3) {
            above = make(words);
        } else {
            EXPECT_HAS(refused(words), "A delegation 4 deep");
            words[6] = "a";
            EXPECT_HAS(refused(words), "a → b → c → d → a");
        }
    }
}

TEST_F(GraphTest, AbandonedPlansLeaveTheContextAfterTheirTimeAndStayInTheStore) {
    const std::string begun = agent("ses_1", "govern_plan", {{"action", "quick_start"}, {"name", "Dead end"}});
    const std::string plan = id_in(begun, "plan_id");
    EXPECT_HAS(agent("ses_1", "govern_plan", {{"action", "abandon"}, {"reason", "not wanted"}}),
               "leaves the context in 2d");
    world_.clock().advance(hours(47));
    agent("ses_2", "govern_task", {{"action", "status"}});
    EXPECT_FALSE(shown(plan).contains("purged_at"));
    world_.clock().advance(hours(2));
    agent("ses_3", "govern_task", {{"action", "status"}});
    EXPECT_TRUE(shown(plan).contains("purged_at"));
    EXPECT_EQ(text_member(shown(plan), "status"), "abandoned");
    EXPECT_HAS(world_.cli({"log"}).out, "plan.left_context");
}

// The sanitizers make everything several times slower, so they get fewer.
#if defined(__SANITIZE_ADDRESS__)
constexpr int tasks_a_call = 150;
#else
constexpr int tasks_a_call = 400;
#endif

TEST_F(GraphTest, ATreeOfThousandsOfTasksIsBounded) {
    constexpr int calls = 3;
    agent("ses_1", "govern_plan", {{"action", "create"}, {"title", "Large"}});
    for (int call = 0; call < calls; ++call) {
        json::array tasks;
        for (int i = 0; i < tasks_a_call; ++i) {
            json::object task{{"name", fmt::format("Step {}", call * tasks_a_call + i)}, {"expected_output", "x"}};
            if (i > 0) task["depends_on"] = json::array{fmt::format("Step {}", call * tasks_a_call + i - 1)};
            tasks.push_back(std::move(task));
        }
        EXPECT_HAS(agent("ses_1", "govern_plan", {{"action", "plan_tasks"}, {"tasks", std::move(tasks)}}),
                   fmt::format("Planned {} tasks", tasks_a_call));
    }
    const std::string tree = world_.cli({"plan", "show"}).out;
    EXPECT_LT(tree.size(), 30'000U);
    EXPECT_HAS(tree, fmt::format("and {} more tasks", calls * tasks_a_call - 50));
    const json::object ready = world_.cli_json({"ready", "--limit", "5"}).as_object();
    EXPECT_EQ(ready.at("blocked").as_array().size(), 5U);
    EXPECT_EQ(ready.at("counts").at("ready"), calls);
    EXPECT_EQ(ready.at("counts").at("blocked"), calls * (tasks_a_call - 1));
}

TEST_F(GraphTest, RunsAShellCommandOnceUnderTheGateAndLeavesItsExitCode) {
    const std::string task = id_in(agent("ses_1", "govern_task", {{"action", "start"}, {"name", "Work"}}), "id");
    const json::object call{{"sessionID", "ses_1"},
                            {"tool", "govern_shell"},
                            {"callID", "c"},
                            {"args", {{"action", "run"}, {"command", "echo once >> out.txt; exit 3"}}}};
    EXPECT_HAS(std::string(text_member(world_.opencode_again("again-1", "tool", call), "output")), "Exit code 3.");
    EXPECT_HAS(std::string(text_member(world_.opencode_again("again-1", "tool", call), "output")), "already asked for");
    std::ifstream in(world_.directory() / "out.txt");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text, "once\n");
    const json::array left = world_.cli_json({"checkpoint", "list"}).as_array();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].at("exit_code"), 3);
    EXPECT_EQ(text_member(left[0].as_object(), "exit_source"), "own_run");
    EXPECT_HAS(agent("ses_1", "govern_shell", {{"action", "run"}, {"command", "rm -rf /"}}), "WHAT:");
    EXPECT_HAS(
        agent("ses_1", "govern_shell", {{"action", "run"}, {"command", "sleep 30 & sleep 30"}, {"timeout", "1s"}}),
        "Stopped after 1s");
}

TEST_F(GraphTest, APhaseIsCompletedWithItsLastTaskAndGoesOnWithNewWork) {
    const std::string plan = make({"plan", "create", "Plan"});
    const std::string phase = make({"phase", "create", plan, "First"});
    const std::string a = make({"task", "create", "A", "--parent-phase-id", phase});
    const std::string b = make({"task", "create", "B", "--parent-phase-id", phase});
    make({"task", "start", "--id", a});
    make({"task", "complete", a});
    EXPECT_EQ(status(phase), "active");
    make({"task", "start", "--id", b});
    const json::value done = world_.cli_json({"task", "complete", b});
    EXPECT_EQ(status(phase), "completed");
    EXPECT_EQ(text_member(done.as_object(), "phase_completed"), "First") << to_text(done);
    EXPECT_EQ(status(plan), "active") << "a plan is reached when somebody says so";
    EXPECT_EQ(text_member(done.as_object(), "plan_reached"), "Plan") << to_text(done);
    EXPECT_EQ(world_.cli_json({"log", "--kind", "phase.completed"}).as_array().size(), 1U);

    make({"task", "reopen", a});
    EXPECT_EQ(status(phase), "active");
    make({"task", "start", "--id", a});
    make({"task", "complete", a});
    EXPECT_EQ(status(phase), "completed");
    make({"plan", "plan-tasks", plan, "--phase", "First", "--tasks", R"({"name":"C","expected_output":"done"})"});
    EXPECT_EQ(status(phase), "active");
    EXPECT_EQ(world_.cli_json({"log", "--kind", "phase.reopened"}).as_array().size(), 2U);
}

TEST_F(GraphTest, UndoingTheLastCompletionOpensThePhaseAgain) {
    const std::string plan = make({"plan", "create", "Plan"});
    const std::string phase = make({"phase", "create", plan, "First"});
    const std::string a = make({"task", "create", "A", "--parent-phase-id", phase});
    make({"task", "start", "--id", a});
    make({"task", "complete", a});
    const json::value events = world_.cli_json({"log", "--kind", "task.complete"});
    ASSERT_EQ(events.as_array().size(), 1U);
    const std::string seq = std::to_string(events.as_array().front().at("seq").to_number<std::int64_t>());
    ASSERT_EQ(world_.cli({"undo", seq}).exit_code, 0);
    EXPECT_EQ(status(phase), "active");
}

TEST_F(GraphTest, ATemporalGateSaysSinceWhenItHeldSomethingBack) {
    const std::string first = make({"task", "create", "First"});
    const std::string later = make({"task", "create", "Later", "--temporal-gate-after-task-id", first});
    const auto try_to_start = [&] {
        world_.clock().advance(seconds(60));
        return world_.opencode("tool.execute.before", {{"sessionID", "ses_1"},
                                                       {"tool", "govern_task"},
                                                       {"callID", "c"},
                                                       {"args", {{"action", "start"}, {"id", later}}}});
    };
    EXPECT_EQ(text_member(try_to_start(), "verdict"), "block");
    const json::value since = shown(later).at("temporal_gate").at("enforced_at");
    EXPECT_TRUE(since.is_number() || since.is_string()) << to_text(since);
    EXPECT_EQ(text_member(try_to_start(), "verdict"), "block");
    EXPECT_EQ(shown(later).at("temporal_gate").at("enforced_at"), since) << "the first time counts";
    EXPECT_EQ(world_.cli_json({"log", "--kind", "task.gate_enforced"}).as_array().size(), 1U);
    const json::value gate = shown(first).at("temporal_gate");
    EXPECT_FALSE(gate.is_object() && gate.as_object().contains("enforced_at") && !gate.at("enforced_at").is_null());
}

}  // namespace
}  // namespace hm
