#include "app/care/undo.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

class UndoTest : public ::testing::Test {
protected:
    UndoTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        const json::value receipt = world_.cli_json(std::move(arguments));
        return std::string(text_member(receipt.as_object(), "id"));
    }
    // The place of the latest event in the trail.
    std::string last_event() {
        const json::value events = world_.cli_json({"log", "--limit", "1"});
        return std::to_string(events.as_array().back().at("seq").as_int64());
    }
    testing::CliOutcome undo(const std::string& event) { return world_.cli({"undo", event}); }
    json::object show(const std::string& id) { return world_.cli_json({"show", id}).as_object(); }

    testing::World world_;
};

TEST_F(UndoTest, PutsBackEveryFieldThatAChangeTouched) {
    const std::string plan =
        make({"plan", "create", "Ship it", "--acceptance", "it runs", "--acceptance", "it is fast"});
    const std::string phase = make({"phase", "create", "--parent-plan-id", plan, "--title", "Build"});
    const std::string first = make({"task", "create", "First"});
    const std::string task =
        make({"task", "create", "Second", "--parent-phase-id", phase, "--depends-on", first, "--allowed-paths", "src",
              "--file-locks", "src/a.cc", "--location-file", "src/a.cc"});
    const json::object before = show(task);
    world_.clock().advance(minutes(5));
    make({"task", "change", task, "--name", "Other", "--allowed-paths", "tests", "--file-locks", "src/b.cc"});
    EXPECT_NE(to_text(show(task)), to_text(before));
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_EQ(to_text(show(task)), to_text(before));
}

TEST_F(UndoTest, ArchivesWhatTheEventMadeAndCanBeUndoneItself) {
    const std::string memory = make({"memory", "save", "Learnt"});
    const json::object before = show(memory);
    const std::string event = last_event();
    EXPECT_EQ(undo(event).exit_code, 0);
    EXPECT_TRUE(show(memory).contains("archived_at"));
    EXPECT_EQ(world_.cli_json({"memory", "list"}).as_array().size(), 0U);
    const std::string first_undo = last_event();
    const auto twice = undo(event);
    EXPECT_EQ(twice.exit_code, 3) << twice.out << twice.err;
    EXPECT_NE(twice.err.find("hivemind undo " + first_undo), std::string::npos) << twice.err;
    EXPECT_EQ(undo(first_undo).exit_code, 0);
    EXPECT_EQ(to_text(show(memory)), to_text(before));
    // What was done again can be undone again.
    EXPECT_EQ(undo(event).exit_code, 0);
    EXPECT_TRUE(show(memory).contains("archived_at"));
}

TEST_F(UndoTest, OfAnAnchorsVersionBringsTheEarlierOneBack) {
    make({"anchor", "save", "one", "--key", "db"});
    make({"anchor", "save", "two", "--key", "db"});
    const std::string event = last_event();
    EXPECT_EQ(undo(event).exit_code, 0);
    const json::value anchors = world_.cli_json({"anchor", "list"});
    ASSERT_EQ(anchors.as_array().size(), 1U);
    EXPECT_EQ(anchors.as_array()[0].at("value").as_string(), "one");
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_EQ(world_.cli_json({"anchor", "list"}).as_array()[0].at("value").as_string(), "two");
}

TEST_F(UndoTest, OfATaskStartReleasesItsSessionAndFiles) {
    world_.opencode("tool", {{"sessionID", "ses_1"},
                             {"tool", "govern_task"},
                             {"callID", "c1"},
                             {"args", {{"action", "start"}, {"name", "Renew"}}}});
    const std::string task(world_.cli_json({"task", "list"}).as_array()[0].at("id").as_string());
    const std::string start = last_event();
    EXPECT_TRUE(show(task).contains("assigned_session_id"));
    make({"task", "change", task, "--file-locks", "src/a.cc"});
    const auto refused = undo(start);
    EXPECT_EQ(refused.exit_code, 3) << "a later change must be undone first";
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_EQ(undo(start).exit_code, 0);
    EXPECT_FALSE(show(task).contains("assigned_session_id"));
    EXPECT_EQ(show(task).at("status").as_string(), "planned");
    EXPECT_EQ(world_.cli_json({"task", "list"}).as_array().size(), 0U);
}

TEST_F(UndoTest, OfAMadeTaskGivesUpItsFilesAndTakesThemBackOnlyWhenTheyAreFree) {
    const std::string task = make({"task", "create", "Holder", "--file-locks", "src/a.cc"});
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    const std::string undone = last_event();
    const std::string other = make({"task", "create", "Other", "--file-locks", "src/a.cc"});
    const auto refused = undo(undone);
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("src/a.cc is held by task " + other), std::string::npos) << refused.err;
    make({"task", "change", other, "--file-locks", "src/b.cc"});
    EXPECT_EQ(undo(undone).exit_code, 0);
    EXPECT_EQ(show(task).at("file_locks").as_array().size(), 1U);
}

TEST_F(UndoTest, IsRefusedWithTheListWhenLaterEventsChangedTheSame) {
    const std::string plan = make({"plan", "create", "Ship it"});
    const std::string made = last_event();
    make({"plan", "change", plan, "--title", "Ship it soon"});
    const std::string changed = last_event();
    const auto refused = undo(made);
    EXPECT_EQ(refused.exit_code, 3);
    for (const std::string& part : {std::string("WHAT:"), std::string("WHY:"), std::string("USE INSTEAD:"),
                                    fmt::format("EVIDENCE: event {} plan.change", changed)}) {
        EXPECT_NE(refused.err.find(part), std::string::npos) << part << "\n" << refused.err;
    }
    EXPECT_EQ(undo(changed).exit_code, 0);
    EXPECT_EQ(undo(made).exit_code, 0) << "an undone event stands in nobody's way";
}

TEST_F(UndoTest, IsRefusedWithTheListWhenRecordsNameWhatItMade) {
    const std::string plan = make({"plan", "create", "Ship it"});
    const std::string made = last_event();
    const std::string phase = make({"phase", "create", "--parent-plan-id", plan, "--title", "Build"});
    const std::string comment = make({"comment", plan, "Look here"});
    const auto refused = undo(made);
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find(fmt::format("phase {} names the plan in parent_plan_id: Build", phase)),
              std::string::npos)
        << refused.err;
    EXPECT_NE(refused.err.find(fmt::format("comment {} names the plan in on_id: Look here", comment)),
              std::string::npos)
        << refused.err;
}

TEST_F(UndoTest, CoversSettingsAndPauses) {
    EXPECT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"config", "set", "mode", "permissive"}).exit_code, 0);
    const std::string second = last_event();
    const auto mode = [&] { return std::string(world_.cli_json({"config", "list"}).at("mode").as_string()); };
    EXPECT_EQ(undo(std::to_string(std::stoi(second) - 1)).exit_code, 3) << "the later one first";
    EXPECT_EQ(undo(second).exit_code, 0);
    EXPECT_EQ(mode(), "strict");
    EXPECT_EQ(undo(std::to_string(std::stoi(second) - 1)).exit_code, 0);
    EXPECT_EQ(mode(), "assisted");
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_EQ(mode(), "strict");
    EXPECT_EQ(world_.cli({"pause", "--for", "10m", "--reason", "hot fix"}).exit_code, 0);
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_FALSE(world_.cli_json({"config", "list"}).as_object().contains("paused_until"));
}

TEST_F(UndoTest, SaysThatADecisionOfTheGateChangedNothing) {
    world_.opencode("tool.execute.before",
                    {{"sessionID", "ses_1"}, {"tool", "read"}, {"callID", "c1"}, {"args", {{"filePath", "a.ts"}}}});
    const auto refused = undo(last_event());
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("It changed no record."), std::string::npos) << refused.err;
}

TEST_F(UndoTest, KeepsABeforeImageOfAnySize) {
    std::vector<std::string> create{"task", "create", "Wide"};
    for (int i = 0; i < 1000; ++i) {
        create.insert(create.end(), {"--allowed-paths", fmt::format("{:0>1000}/{}", "", i)});
    }
    const std::string task = make(create);
    const json::object before = show(task);
    EXPECT_GT(to_text(before).size(), 1'000'000U);
    make({"task", "change", task, "--allowed-paths", "src"});
    EXPECT_EQ(undo(last_event()).exit_code, 0);
    EXPECT_EQ(to_text(show(task)), to_text(before));
}

TEST_F(UndoTest, BringsNothingBackThatNamesWhatWasPurged) {
    const std::string first = make({"task", "create", "First"});
    const std::string second = make({"task", "create", "Second", "--depends-on", first});
    make({"task", "change", second, "--name", "Renamed"});
    const std::string change = last_event();
    EXPECT_EQ(world_.cli({"purge", first}).exit_code, 0);
    const auto refused = undo(change);
    EXPECT_EQ(refused.exit_code, 3) << refused.out << refused.err;
    EXPECT_NE(refused.err.find("purge changed the same"), std::string::npos) << refused.err;
    EXPECT_EQ(show(second).at("name").as_string(), "Renamed");
}

TEST_F(UndoTest, IsForPeopleOnlyAndFindsEventsByNumberOrId) {
    make({"memory", "save", "Learnt"});
    EXPECT_EQ(world_.cli({"undo", last_event()}, ActorKind::agent).exit_code, 3);
    for (const char* wrong :
         {"999", "0", "-1", "nonsense", "99999999999999999999999", "0193a1b2-0000-7000-8000-000000000001"}) {
        EXPECT_EQ(undo(wrong).exit_code, 4) << wrong;
    }
    const json::value events = world_.cli_json({"log", "--limit", "1"});
    EXPECT_EQ(undo(std::string(events.as_array()[0].at("id").as_string())).exit_code, 0);
}

}  // namespace
}  // namespace hm
