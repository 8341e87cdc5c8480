// What old events come to, as a person finds the store months later.
#include "app/care/retention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/project/project.h"
#include "store/queries/event.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class Retention : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0); }

    void call(const std::string& session, int number) {
        const json::object use{{"sessionID", session},
                               {"tool", "read"},
                               {"callID", std::to_string(number)},
                               {"args", {{"filePath", "a" + std::to_string(number) + ".ts"}}}};
        world_.opencode("tool.execute.before", use);
        world_.opencode("tool.execute.after", use);
    }
    void end_turn(const std::string& session) {
        world_.opencode("event", {{"type", "session.idle"}, {"properties", {{"sessionID", session}}}});
    }
    std::size_t count(const std::string& kind) {
        const json::value log = world_.cli_json({"log", "--kind", kind, "--limit", "500"});
        return log.as_array().size();
    }
    std::string archive() {
        std::ostringstream all;
        std::error_code error;
        for (const auto& file : fs::directory_iterator(world_.directory() / ".hivemind/archive", error)) {
            if (file.path().extension() == ".jsonl") all << std::ifstream(file.path()).rdbuf();
        }
        return all.str();
    }
    static std::size_t lines(const std::string& text) {
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }

    World world_;
};

// Several months go in one step, and how many session files a person keeps has nothing to do with it.
TEST_F(Retention, LosesNoMonthHoweverFewSessionFilesAreKept) {
    ASSERT_EQ(world_.cli({"config", "set", "session_files_kept", "1"}).exit_code, 0);
    for (int month = 0; month < 4; ++month) {
        call("old", month);
        world_.clock().advance(hours(24 * 31));
    }
    world_.clock().advance(Settings{}.events_kept_for);
    call("new", 9);
    end_turn("new");
    EXPECT_EQ(count("gate.allow"), 1U);
    for (const char* file : {"a0.ts", "a1.ts", "a2.ts", "a3.ts"}) {
        EXPECT_NE(archive().find(file), std::string::npos) << file;
    }
}

TEST_F(Retention, KeepsEventsForAsLongAsTheSettingSays) {
    ASSERT_EQ(world_.cli({"config", "set", "events_kept_for", "72h"}).exit_code, 0);
    call("old", 1);
    world_.clock().advance(hours(71));
    end_turn("old");
    EXPECT_EQ(count("gate.allow"), 1U);
    world_.clock().advance(hours(2));
    end_turn("old");
    EXPECT_EQ(count("gate.allow"), 0U);
    EXPECT_NE(archive().find("a1.ts"), std::string::npos);
}

// The next event gets the number behind the greatest: were all gone, it would be a number that was given before.
TEST_F(Retention, NeverTakesTheNewestEvent) {
    for (int i = 0; i < 5; ++i) call("old", i);
    world_.clock().advance(hours(24 * 365));
    auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
    ASSERT_TRUE(project.has_value());
    Workspace workspace = project->workspace();
    Connection& connection = workspace.store.connection();
    const auto last = last_event_seq(connection);
    EXPECT_GT(archive_all_old_events(hours(1), workspace), 5U);
    EXPECT_EQ(*last_event_seq(connection), *last);
    call("new", 9);
    EXPECT_GT(*last_event_seq(connection), *last);
}

TEST_F(Retention, MovesOldEventsThatOnlyTellWhatWasSeenToTheArchive) {
    for (int i = 0; i < 30; ++i) call("old", i);
    world_.opencode("messages.transform", {{"sessionID", "old"}, {"prompt", "Go on"}});
    world_.opencode("tool.execute.before",
                    {{"sessionID", "old"}, {"tool", "bash"}, {"args", {{"command", "rm -rf /"}}}});
    world_.cli_json({"memory", "save", "--content", "Still undoable."});
    ASSERT_EQ(count("gate.allow"), 30U);
    ASSERT_EQ(count("gate.block"), 1U);
    ASSERT_EQ(world_.cli_json({"injection", "list"}).as_array().size(), 1U);
    end_turn("old");
    EXPECT_EQ(count("gate.allow"), 30U) << "nothing is old yet";

    world_.clock().advance(Settings{}.events_kept_for);
    world_.clock().advance(hours(1));
    call("new", 1);
    end_turn("new");
    EXPECT_EQ(count("gate.allow"), 1U);
    EXPECT_EQ(count("tool.done"), 1U);
    EXPECT_EQ(count("gate.block"), 1U) << "a refusal stays";
    EXPECT_EQ(count("injection"), 0U);
    EXPECT_EQ(world_.cli_json({"injection", "list"}).as_array().size(), 0U);
    EXPECT_GE(lines(archive()), 60U);
    EXPECT_NE(archive().find("a29.ts"), std::string::npos);
    // What changed something can still be taken back, and the store is sound.
    const json::value saves = world_.cli_json({"log", "--kind", "memory.save"});
    const std::string event(saves.as_array().front().at("id").as_string());
    EXPECT_EQ(world_.cli({"undo", event}).exit_code, 0) << world_.cli({"undo", event}).err;
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
    const std::string before = archive();
    end_turn("new");
    EXPECT_EQ(archive(), before) << "each event goes once";
}

TEST_F(Retention, KeepsWhatBelongsToWorkThatIsNotOver) {
    world_.opencode("tool",
                    {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", "Long"}}}});
    for (int i = 0; i < 5; ++i) call("s", i);
    world_.clock().advance(Settings{}.events_kept_for);
    world_.clock().advance(hours(1));
    end_turn("s");
    EXPECT_EQ(count("gate.allow"), 5U);
    const json::value tasks = world_.cli_json({"task", "list"});
    const std::string id(tasks.as_array().front().at("id").as_string());
    ASSERT_EQ(world_.cli({"task", "fail", "Given up", "--id", id}).exit_code, 0);
    // Looked at from the beginning, it is over now.
    const json::object pruned = world_.cli_json({"cycle", "prune", "--events-older-than", "1h"}).as_object();
    EXPECT_EQ(count("gate.allow"), 0U) << to_text(pruned);
    EXPECT_GE(pruned.at("archived_events").as_int64(), 5);
}

TEST_F(Retention, APurgeReachesTheArchiveToo) {
    world_.opencode("tool",
                    {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", "Secret"}}}});
    call("s", 1);
    const json::value tasks = world_.cli_json({"task", "list"});
    const std::string id(tasks.as_array().front().at("id").as_string());
    ASSERT_EQ(world_.cli({"task", "fail", "Given up", "--id", id}).exit_code, 0);
    world_.clock().advance(hours(2));
    world_.cli_json({"cycle", "prune", "--events-older-than", "1h"});
    ASSERT_NE(archive().find(id), std::string::npos);
    ASSERT_EQ(world_.cli({"purge", id, "--with-dependents"}).exit_code, 0);
    EXPECT_EQ(archive().find(id), std::string::npos);
}

TEST_F(Retention, ManyEventsGoAFewAtATime) {
    for (int i = 0; i < 700; ++i) call("old", i);
    world_.clock().advance(Settings{}.events_kept_for);
    world_.clock().advance(hours(1));
    end_turn("new");
    const std::size_t first = lines(archive());
    EXPECT_GT(first, 0U);
    EXPECT_LE(first, 500U);
    end_turn("new");
    end_turn("new");
    end_turn("new");
    EXPECT_EQ(count("gate.allow"), 0U);
    EXPECT_EQ(count("tool.done"), 0U);
}

}  // namespace
}  // namespace hm::testing
