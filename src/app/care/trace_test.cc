#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "support/world.h"

namespace hm {
namespace {

class TraceTest : public ::testing::Test {
protected:
    TraceTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    json::object trace(const std::string& of) { return world_.cli_json({"trace", of}).as_object(); }
    std::string stamp_of(const std::string& id) {
        return std::string(world_.cli_json({"show", id}).at("stamp").as_string());
    }
    static std::set<std::string> ids(const json::value& steps) {
        std::set<std::string> found;
        for (const json::value& step : steps.as_array()) found.emplace(step.at("record").at("id").as_string());
        return found;
    }
    // Real git, as the person runs it.
    void git(const std::string& arguments) {
        const std::string command =
            fmt::format("git -C '{}' -c user.name=N -c user.email=n@example.org {} >/dev/null 2>&1",
                        world_.directory().string(), arguments);
        ASSERT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT: the test's own fixed text
    }

    testing::World world_;
};

TEST_F(TraceTest, ShowsTheWholeChainUpAndDown) {
    const std::string plan = make({"plan", "create", "Plan"});
    const std::string phase = make({"phase", "create", "--parent-plan-id", plan, "--title", "Phase"});
    const std::string task = make({"task", "create", "Task", "--parent-phase-id", phase});
    const std::string sub = make({"task", "create", "Sub", "--parent-task-id", task});
    const std::string memory = make({"memory", "save", "Learnt", "--origin-task-id", task});
    const std::string comment = make({"comment", memory, "Remark"});
    const std::string unrelated = make({"memory", "save", "Unrelated"});
    const json::object up = trace(comment);
    EXPECT_EQ(ids(up.at("names")), (std::set<std::string>{memory, task, phase, plan}));
    const json::object down = trace(plan);
    EXPECT_EQ(ids(down.at("named_by")), (std::set<std::string>{phase, task, sub, memory, comment}));
    EXPECT_EQ(down.at("named_by").as_array()[1].at("depth").as_int64(), 1);
    const json::object both = trace(task);
    EXPECT_EQ(ids(both.at("names")), (std::set<std::string>{phase, plan}));
    EXPECT_EQ(ids(both.at("named_by")), (std::set<std::string>{sub, memory, comment}));
    EXPECT_TRUE(ids(both.at("same_minute")).contains(unrelated));
}

TEST_F(TraceTest, EndsWhereRecordsNameEachOther) {
    const std::string one = make({"knowledge", "create", "--title", "One", "--content", "1"});
    const std::string two = make({"knowledge", "create", "--title", "Two", "--content", "2", "--related-to", one});
    make({"knowledge", "change", one, "--related-to", two});
    EXPECT_EQ(ids(trace(one).at("names")), (std::set<std::string>{two}));
    EXPECT_EQ(ids(trace(one).at("named_by")), (std::set<std::string>{two}));
}

TEST_F(TraceTest, ReadsStampsOfTenToTwelveDigits) {
    const std::string task = make({"task", "create", "First of its minute"});
    const std::string other = make({"memory", "save", "Second of its minute"});
    const std::string stamp = stamp_of(task);
    ASSERT_EQ(stamp, "131421092026");
    EXPECT_EQ(stamp_of(other), stamp + "-1");
    for (const char* spelling : {"131421092026", "13142192026", "1314210926"}) {
        const json::object found = trace(spelling);
        EXPECT_EQ(found.at("subject").at("record").at("id").as_string(), task) << spelling;
        EXPECT_EQ(ids(found.at("same_minute")), (std::set<std::string>{other})) << spelling;
    }
    EXPECT_EQ(trace(stamp + "-1").at("subject").at("record").at("id").as_string(), other);
    EXPECT_EQ(world_.cli({"trace", "141421092026"}).exit_code, 4);
    EXPECT_EQ(world_.cli({"trace", "nonsense"}).exit_code, 4);
}

TEST_F(TraceTest, ShowsEventsCheckpointsAndFilesOfATask) {
    world_.opencode("tool", {{"sessionID", "ses_1"},
                             {"tool", "govern_task"},
                             {"callID", "c1"},
                             {"args", {{"action", "start"}, {"name", "Renew"}}}});
    const std::string path = (world_.directory() / "a.ts").string();
    world_.opencode("tool.execute.before",
                    {{"sessionID", "ses_1"}, {"tool", "write"}, {"callID", "c2"}, {"args", {{"filePath", path}}}});
    world_.opencode("tool.execute.after",
                    {{"sessionID", "ses_1"}, {"tool", "write"}, {"callID", "c2"}, {"args", {{"filePath", path}}}});
    const std::string task(world_.cli_json({"task", "list"}).as_array()[0].at("id").as_string());
    const json::object found = trace(task);
    EXPECT_EQ(found.at("files").as_array(), (json::array{"a.ts"}));
    std::set<std::string> kinds;
    for (const json::value& event : found.at("events").as_array()) kinds.emplace(event.at("kind").as_string());
    EXPECT_TRUE(kinds.contains("task.start"));
    EXPECT_TRUE(kinds.contains("gate.allow"));
    const auto text = world_.cli({"trace", task});
    for (const char* part :
         {"What hangs off it", "checkpoint", "It names", "session", "Events", "Files changed", "a.ts"}) {
        EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
    }
}

TEST_F(TraceTest, OfAnEventShowsWhatItChangedAndWhoUndidIt) {
    const std::string memory = make({"memory", "save", "Learnt"});
    EXPECT_EQ(world_.cli({"undo", "1"}).exit_code, 0);
    const json::object found = trace("1");
    EXPECT_EQ(ids(found.at("changed")), (std::set<std::string>{memory}));
    EXPECT_EQ(found.at("undone_by").as_int64(), 2);
    const std::string id(world_.cli_json({"log"}).as_array()[0].at("id").as_string());
    EXPECT_EQ(trace(id).at("event").at("seq").as_int64(), 1);
}

TEST_F(TraceTest, OfWhatWasPurgedShowsThatItWasThere) {
    const std::string memory = make({"memory", "save", "Learnt"});
    EXPECT_EQ(world_.cli({"purge", memory}).exit_code, 0);
    const json::object found = trace(memory);
    EXPECT_FALSE(found.contains("subject"));
    EXPECT_EQ(found.at("events").as_array().size(), 2U);
    EXPECT_EQ(world_.cli({"trace", memory}).out.find("Learnt"), std::string::npos);
}

TEST_F(TraceTest, FindsCommitsThatNameTheStampAndNoOthers) {
    const std::string task = make({"task", "create", "First"});
    const std::string other = make({"task", "create", "Second"});
    git("init -q");
    git("commit -q --allow-empty -m '[131421092026] For the first'");
    git("commit -q --allow-empty -m 'Aside' -m 'See [131421092026-1].'");
    git("commit -q --allow-empty -m 'Without one 131421092026'");
    const auto subjects = [&](const std::string& of) {
        std::vector<std::string> found;
        const json::object traced = trace(of);
        for (const json::value& commit : traced.at("commits").as_array()) {
            found.emplace_back(commit.at("subject").as_string());
        }
        return found;
    };
    EXPECT_EQ(subjects(task), std::vector<std::string>{"[131421092026] For the first"});
    EXPECT_EQ(subjects(other), std::vector<std::string>{"Aside"});
    EXPECT_EQ(subjects("131421092026"), (std::vector<std::string>{"Aside", "[131421092026] For the first"}));
}

TEST_F(TraceTest, SaysWhenThereIsNoRepositoryOrNoGit) {
    const std::string task = make({"task", "create", "First"});
    EXPECT_EQ(trace(task).at("git_note").as_string(), "git found no repository here that it may read.");
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    const json::object found = trace(task);
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(found.at("git_note").as_string(), "git is not installed, so its history was not searched.");
}

TEST_F(TraceTest, CutsAGitShortThatDoesNotEnd) {
    const std::string task = make({"task", "create", "First"});
    const auto folder = world_.directory() / "bin";
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "git") << "#!/bin/sh\nexec sleep 1000\n";
    std::filesystem::permissions(folder / "git", std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
    const json::object found = trace(task);
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(found.at("git_note").as_string(), "git's history is long; the search was cut short.");
}

}  // namespace
}  // namespace hm
