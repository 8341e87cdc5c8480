// Knowledge that fills itself, what is watched, and the limits of anchors.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/project/project.h"
#include "store/sqlite/transaction.h"
#include "support/world.h"

namespace hm {
namespace {

class LearnTest : public ::testing::Test {
protected:
    LearnTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(world_.cli_json(std::move(arguments)).at("id").as_string());
    }
    json::array entries() { return world_.cli_json({"knowledge", "list"}).as_array(); }
    json::object tool(std::string_view call, json::object arguments, std::string_view name = "hivemind_brain") {
        return world_.opencode("tool", {{"sessionID", "s"}, {"tool", name}, {"callID", call}, {"args", arguments}});
    }
    void git(const std::string& command) {
        const std::string line = fmt::format("cd '{}' && git -c user.name=a -c user.email=a@b {} >/dev/null 2>&1",
                                             world_.directory().string(), command);
        ASSERT_EQ(std::system(line.c_str()), 0) << command;  // NOLINT: a fixed command of this test
    }

    testing::World world_;
};

TEST_F(LearnTest, ACompletedTaskLeavesOneEntryWithItsEvidence) {
    const std::string task = make({"task", "start", "Renew the token"});
    EXPECT_EQ(world_.cli({"task", "complete", "--evidence", "refresh.ts renews it every hour"}).exit_code, 0);
    ASSERT_EQ(entries().size(), 1U);
    const json::value entry = entries()[0];
    EXPECT_EQ(entry.at("title").as_string(), "Renew the token");
    EXPECT_EQ(entry.at("content").as_string(), "refresh.ts renews it every hour");
    EXPECT_EQ(entry.at("source").as_string(), "task_evidence");
    EXPECT_EQ(entry.at("related_to").as_array().front().as_string(), task);
    make({"task", "start", "Nothing to tell"});
    EXPECT_EQ(world_.cli({"task", "complete"}).exit_code, 0);
    EXPECT_EQ(entries().size(), 1U);
}

TEST_F(LearnTest, ADecisionThatIsPinnedBecomesKnowledgeAndFollowsIt) {
    make({"anchor", "save", "--key", "database", "SQLite, one file", "--kind", "decision", "--file", "src/store/a.cc"});
    make({"anchor", "save", "--key", "colour", "blue"});
    ASSERT_EQ(entries().size(), 1U);
    EXPECT_EQ(entries()[0].at("type").as_string(), "decision");
    const std::string first(entries()[0].at("id").as_string());
    make({"anchor", "update", "database", "PostgreSQL"});
    ASSERT_EQ(entries().size(), 2U);
    EXPECT_EQ(entries()[0].at("supersedes").as_string(), first);
    const json::array found = world_.cli_json({"knowledge", "query", "SQLite"}).as_array();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].at("content").as_string(), "PostgreSQL") << "what was superseded leads to its replacement";
}

TEST_F(LearnTest, EachCommitIsLearntOnce) {
    git("init -q");
    const std::string task = make({"task", "create", "Parser"});
    std::ofstream(world_.directory() / "a.cc") << "1\n";
    git("add a.cc");
    git(fmt::format("commit -q -m 'fix: Guard the parser against empty input' -m 'Task {}'", task));
    EXPECT_EQ(world_.cli_json({"knowledge", "learn"}).at("entries").as_array().size(), 1U);
    EXPECT_EQ(world_.cli_json({"knowledge", "learn"}).at("entries").as_array().size(), 0U);
    ASSERT_EQ(entries().size(), 1U);
    EXPECT_EQ(entries()[0].at("type").as_string(), "gotcha");
    EXPECT_EQ(entries()[0].at("related_to").as_array().front().as_string(), task);
    EXPECT_NE(to_text(entries()[0].at("evidence")).find("a.cc"), std::string::npos);
    std::ofstream(world_.directory() / "b.cc") << "2\n";
    git("add b.cc");
    git("commit -q -m 'Second'");
    EXPECT_EQ(world_.cli_json({"knowledge", "learn"}).at("entries").as_array().size(), 1U);
}

TEST_F(LearnTest, ACommitThatACallMadeIsLearntByItself) {
    git("init -q");
    const std::string task = make({"task", "start", "Parser"});
    const auto run = [&](std::string_view call, std::string_view command, int exit_code) {
        world_.opencode("tool.execute.after", {{"sessionID", "s"},
                                               {"tool", "bash"},
                                               {"callID", call},
                                               {"args", {{"command", command}}},
                                               {"metadata", {{"exit", exit_code}}}});
    };
    std::ofstream(world_.directory() / "a.cc") << "1\n";
    git("add a.cc");
    git(fmt::format("commit -q -m 'fix: Guard the parser' -m 'Task {}'", task));
    run("c0", "git status", 0);
    run("c1", "git commit -m x", 1);
    EXPECT_TRUE(entries().empty()) << "neither a look nor a commit that failed";
    run("c2", "cd . && git -c user.name=a commit -m 'fix: Guard the parser'", 0);
    run("c3", "git commit -m 'fix: Guard the parser'", 0);
    ASSERT_EQ(entries().size(), 1U) << "each commit once";
    EXPECT_EQ(entries()[0].at("source").as_string(), "git_commit");
    EXPECT_EQ(entries()[0].at("title").as_string(), "fix: Guard the parser");
    EXPECT_EQ(entries()[0].at("related_to").as_array().front().as_string(), task);
    EXPECT_NE(to_text(entries()[0].at("evidence")).find("a.cc"), std::string::npos);
    EXPECT_EQ(world_.cli_json({"knowledge", "learn"}).at("entries").as_array().size(), 0U);
}

TEST_F(LearnTest, WithoutGitThereIsNothingToLearn) {
    EXPECT_EQ(world_.cli({"knowledge", "learn"}).exit_code, 0);
    EXPECT_TRUE(entries().empty());
}

// The git of this test waits until it is let go, as one on a slow disk would.
TEST_F(LearnTest, NobodyWaitsForTheStoreWhileGitIsAsked) {
    const std::filesystem::path bin = world_.directory() / "bin";
    std::filesystem::create_directories(bin);
    std::ofstream(bin / "git") << fmt::format(
        "#!/bin/sh\ntouch '{0}/asked'\nwhile [ ! -e '{0}/go' ]; do /bin/sleep 0.01; done\n", bin.string());
    std::filesystem::permissions(bin / "git", std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (bin.string() + ":" + path).c_str(), 1);
    int exit_code = -1;
    std::thread learning([&] { exit_code = world_.cli({"knowledge", "learn"}).exit_code; });
    while (!std::filesystem::exists(bin / "asked")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    {
        SystemClock clock;
        auto project = Project::open(world_.directory(), clock, world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        Connection& connection = project->workspace().store.connection();
        connection.set_deadline(Deadline::in(milliseconds(100)));
        EXPECT_TRUE(Transaction::begin(connection, Durability::process_crash).has_value());
    }
    std::ofstream(bin / "go") << "";
    learning.join();
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(exit_code, 0);
}

TEST_F(LearnTest, AChangedFileMarksWhatCameFromIt) {
    make({"anchor", "save", "--key", "port", "4096", "--file", "src/server.ts"});
    make({"anchor", "save", "--key", "other", "x", "--file", "src/other.ts"});
    make({"knowledge", "create", "Server", "One process.", "--evidence", "src/server.ts:12"});
    make({"task", "start", "Change it"});
    world_.clock().advance(hours(1));
    world_.opencode("tool.execute.after", {{"sessionID", "s"},
                                           {"tool", "write"},
                                           {"callID", "w"},
                                           {"args", {{"filePath", "src/server.ts"}, {"content", "x"}}}});
    EXPECT_TRUE(world_.cli_json({"anchor", "get", "port"}).as_object().contains("stale_since"));
    EXPECT_FALSE(world_.cli_json({"anchor", "get", "other"}).as_object().contains("stale_since"));
    for (const char* list : {"knowledge stale", "stale"}) {
        const json::array stale =
            world_
                .cli_json(list == std::string_view("stale") ? std::vector<std::string>{"stale"}
                                                            : std::vector<std::string>{"knowledge", "stale"})
                .as_array();
        ASSERT_EQ(stale.size(), 2U) << list << " has the entry and the anchor, though neither is past its date";
        for (const json::value& each : stale) EXPECT_TRUE(each.at("source_changed").as_bool());
    }
    EXPECT_NE(world_.cli({"stale"}).out.find("its source changed"), std::string::npos);
    const json::array marked = world_.cli_json({"knowledge", "stale"}).as_array();
    for (const json::value& each : marked) {
        const std::string id(each.at("record").at("id").as_string());
        EXPECT_EQ(world_.cli({"validate", id}).exit_code, 0);
    }
    EXPECT_TRUE(world_.cli_json({"knowledge", "stale"}).as_array().empty());
}

TEST_F(LearnTest, StaleAnchorsLeaveTheContextAtCompactionButCriticalOnes) {
    const std::string task = make({"task", "start", "Look at the port"});
    make({"anchor", "save", "--key", "stays", "1", "--priority", "critical", "--task-id", task});
    make({"anchor", "save", "--key", "goes", "2", "--task-id", task});
    make({"anchor", "save", "--key", "pinned", "4"});
    world_.clock().advance(hours(24 * 30));
    EXPECT_EQ(world_.cli({"task", "complete"}).exit_code, 0);
    world_.clock().advance(seconds(1));
    make({"anchor", "save", "--key", "fresh", "3"});
    world_.opencode("event", {{"type", "session.compacted"}, {"properties", {{"sessionID", "s"}}}});
    const std::string list = world_.cli({"anchor", "list"}).out;
    EXPECT_NE(list.find("stays"), std::string::npos);
    EXPECT_NE(list.find("fresh"), std::string::npos);
    EXPECT_NE(list.find("pinned"), std::string::npos) << "age alone takes nothing away: " << list;
    EXPECT_EQ(list.find("goes"), std::string::npos) << list;
    const std::string id(world_.cli_json({"anchor", "get", "goes"}).at("id").as_string());
    EXPECT_EQ(world_.cli({"validate", id}).exit_code, 0);
    EXPECT_NE(world_.cli({"anchor", "list"}).out.find("goes"), std::string::npos) << "validating brings it back";
}

// What shows that work was done is evidence; what the project is like is knowledge.
TEST_F(LearnTest, KeepsNoTestOutputAsKnowledge) {
    int number = 0;
    const auto left_by = [&](const char* evidence) {
        const std::string name = fmt::format("Work {}", ++number);
        make({"task", "start", name});
        const std::size_t before = entries().size();
        EXPECT_EQ(world_.cli({"task", "complete", "--evidence", evidence}).exit_code, 0);
        world_.clock().advance(seconds(1));
        const json::array after = entries();
        std::string content;
        for (const json::value& each : after) {
            const std::string title(each.at("title").as_string());
            if (title == name) content = each.at("content").as_string();
        }
        EXPECT_LE(after.size(), before + 1);
        return content;
    };
    for (const char* proof :
         {"3 tests, OK", "All tests pass.", "pytest: 12 passed in 0.31s", "Ran 3 tests in 0.002s\n\nOK", "exit code 0",
          "npm test: 41 passing, 0 failing", "test result: ok. 8 passed; 0 failed; 0 ignored",
          "ok  example.com/tokens  0.012s", "PASS src/tokens.test.ts", "Done.", "Build succeeded, tests green",
          "[100%] 14/14 tests passed", "Tests: 5 passed, 5 total; Time: 1.2 s"}) {
        EXPECT_EQ(left_by(proof), "") << proof;
    }
    EXPECT_EQ(left_by("Tokens are renewed an hour before they expire. 12 tests passed."),
              "Tokens are renewed an hour before they expire.");
    EXPECT_EQ(left_by("12 passed in 0.3s\nThe parser in parse.py keeps trailing commas"),
              "The parser in parse.py keeps trailing commas");
}

TEST_F(LearnTest, AnAgentPinsListsAndTakesAwayAnchors) {
    const auto anchor = [&](std::string_view call, json::object arguments) {
        return to_text(tool(call, std::move(arguments), "hivemind_anchor"));
    };
    anchor("a1", {{"action", "save"}, {"key", "port"}, {"value", "The server listens on 4096."}});
    anchor("a2", {{"action", "save"}, {"key", "rule"}, {"value", "Never force-push."}, {"priority", "critical"}});
    const std::string listed = anchor("a3", {{"action", "list"}});
    EXPECT_NE(listed.find("4096"), std::string::npos) << listed;
    EXPECT_NE(listed.find("Never force-push."), std::string::npos) << listed;
    EXPECT_LT(listed.find("rule"), listed.find("port")) << "what matters most comes first: " << listed;
    anchor("a4", {{"action", "remove"}, {"key", "port"}});
    EXPECT_EQ(anchor("a5", {{"action", "list"}}).find("4096"), std::string::npos);
}

TEST_F(LearnTest, CriticalAnchorsStayWithinWhatAPackCanShow) {
    const std::string value(490, '<');
    EXPECT_EQ(world_.cli({"anchor", "save", "--key", "a", value, "--priority", "critical"}).exit_code, 0)
        << "four characters each when escaped";
    const auto refused = world_.cli({"anchor", "save", "--key", "b", value, "--priority", "critical"});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_NE(refused.err.find("a ("), std::string::npos) << "the list of those that are there: " << refused.err;
    EXPECT_EQ(world_.cli({"anchor", "save", "--key", "b", value, "--priority", "high"}).exit_code, 0);
    EXPECT_NE(world_.cli({"anchor", "update", "b", "--priority", "critical"}).exit_code, 0);
    EXPECT_NE(world_.cli({"anchor", "save", "--key", "c", std::string(501, 'x')}).exit_code, 0);
    EXPECT_EQ(world_.cli({"anchor", "save", "--key", "a", "short", "--priority", "critical"}).exit_code, 0)
        << "its own earlier version does not count";
}

TEST_F(LearnTest, AnAgentKeepsItsBrainWithOneTool) {
    const json::object made = tool("1", {{"action", "write"}, {"title", "Layers"}, {"content", "app over store"}});
    EXPECT_NE(to_text(made).find("Made the knowledge"), std::string::npos) << to_text(made);
    const std::string parent(entries()[0].at("id").as_string());
    tool("2", {{"action", "write"}, {"title", "Store"}, {"content", "SQL lives there"}});
    const std::string child(entries()[0].at("id").as_string());
    tool("3", {{"action", "link"}, {"id", child}, {"to", parent}, {"as", "parent"}});
    const std::string tree = to_text(tool("4", {{"action", "tree"}}));
    EXPECT_NE(tree.find("  Store [codebase_fact"), std::string::npos) << tree;
    const std::string circle =
        to_text(tool("5", {{"action", "link"}, {"id", parent}, {"to", child}, {"as", "parent"}}));
    EXPECT_NE(circle.find("WHAT"), std::string::npos) << circle;
    EXPECT_NE(to_text(tool("6", {{"action", "query"}, {"question", "where does SQL live?"}})).find("SQL lives there"),
              std::string::npos);
    world_.clock().advance(hours(24 * 100));
    EXPECT_NE(to_text(tool("7", {{"action", "stale"}})).find("Layers"), std::string::npos);
    tool("8", {{"action", "purge"}});
    EXPECT_TRUE(entries().empty());
}

}  // namespace
}  // namespace hm
