#include <gtest/gtest.h>

#include <set>

#include "support/world.h"

namespace hm {
namespace {

class StaleTest : public ::testing::Test {
protected:
    StaleTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    std::set<std::string> stale() {
        std::set<std::string> ids;
        const json::value entries = world_.cli_json({"stale"});
        for (const json::value& entry : entries.as_array()) {
            ids.emplace(entry.at("record").at("id").as_string());
        }
        return ids;
    }
    // What the status counts is what the list shows, sessions aside.
    void expect_counted(std::size_t count) {
        EXPECT_EQ(world_.cli_json({"status"}).at("past_date").as_int64(), static_cast<std::int64_t>(count));
    }

    testing::World world_;
};

TEST_F(StaleTest, QueuesWhatIsPastItsDateUntilSomebodyValidatesIt) {
    const std::string task = make({"task", "start", "Renew"});
    const std::string linked = make({"memory", "save", "Linked", "--origin-task-id", task});
    make({"task", "complete", "--evidence", "done"});
    const std::string second = make({"task", "start", "Other"});
    const std::string memory = make({"memory", "save", "Observed", "--origin-task-id", task});
    const std::string held = make({"memory", "save", "Held", "--origin-task-id", second});
    const std::string dead_end = make({"memory", "flag-false-path", "Tried", "--reason", "It failed."});
    const std::string anchor = make({"anchor", "save", "postgres", "--key", "db"});
    const std::string critical =
        make({"anchor", "save", "never force-push", "--key", "rule", "--priority", "critical"});
    const std::string known = make({"knowledge", "create", "Build", "cmake", "--stale-after", "1d"});
    const std::string related =
        make({"knowledge", "create", "Tests", "gtest", "--stale-after", "1d", "--related-to", second});
    EXPECT_EQ(stale(), std::set<std::string>{});
    world_.clock().advance(hours(25));
    EXPECT_EQ(stale(), std::set<std::string>{known});
    world_.clock().advance(hours(24));
    EXPECT_EQ(stale(), (std::set<std::string>{known, anchor}));
    world_.clock().advance(hours(24));
    EXPECT_EQ(stale(), (std::set<std::string>{known, anchor, memory, linked}));
    expect_counted(4);
    EXPECT_NE(world_.cli({"status"}).out.find("4 records are past their date"), std::string::npos);

    const json::value first = world_.cli_json({"stale"}).as_array()[0];
    EXPECT_EQ(first.at("noun").as_string(), "anchor");
    EXPECT_EQ(first.at("staleness_hours").as_int64(), 73);
    for (const std::string& id : {anchor, memory, known}) {
        EXPECT_EQ(world_.cli({"validate", id}).exit_code, 0);
        EXPECT_TRUE(world_.cli_json({"show", id}).as_object().contains("validated_at"));
    }
    EXPECT_EQ(stale(), std::set<std::string>{linked});
    expect_counted(1);
    world_.clock().advance(hours(73));
    EXPECT_EQ(stale(), (std::set<std::string>{known, anchor, memory, linked}));
    EXPECT_EQ(world_.cli({"task", "release", second}).exit_code, 0);
    EXPECT_EQ(stale(), (std::set<std::string>{known, anchor, memory, linked, held, related}));
    expect_counted(6);
    (void)dead_end;
    (void)critical;
}

TEST_F(StaleTest, FollowsTheSettings) {
    const std::string anchor = make({"anchor", "save", "postgres", "--key", "db"});
    EXPECT_EQ(world_.cli({"config", "set", "anchor_fresh_for", "1h"}).exit_code, 0);
    world_.clock().advance(hours(2));
    EXPECT_EQ(stale(), std::set<std::string>{anchor});
    EXPECT_EQ(world_.cli({"config", "set", "anchor_fresh_for", "3h"}).exit_code, 0);
    EXPECT_EQ(stale(), std::set<std::string>{});
}

TEST_F(StaleTest, ShowsConfidenceAsItIsNow) {
    make({"knowledge", "create", "Build", "cmake", "--stale-after", "1d"});
    world_.clock().advance(hours(49));
    EXPECT_EQ(world_.cli_json({"stale"}).as_array()[0].at("confidence_now").as_int64(), 80);
}

TEST_F(StaleTest, ShowsSessionsThatFellSilent) {
    world_.opencode("tool.execute.before",
                    {{"sessionID", "ses_1"}, {"tool", "read"}, {"callID", "c1"}, {"args", {{"filePath", "a.ts"}}}});
    world_.clock().advance(hours(47));
    EXPECT_EQ(stale().size(), 0U);
    world_.clock().advance(hours(2));
    EXPECT_EQ(world_.cli_json({"stale"}).as_array()[0].at("noun").as_string(), "session");
    world_.opencode("tool.execute.before",
                    {{"sessionID", "ses_1"}, {"tool", "read"}, {"callID", "c2"}, {"args", {{"filePath", "a.ts"}}}});
    EXPECT_EQ(stale().size(), 0U);
}

TEST_F(StaleTest, ValidatesOnlyWhatAges) {
    const std::string task = make({"task", "create", "Task"});
    const std::string artifact = make({"artifact", "create", "Document"});
    const std::string removed = make({"memory", "save", "Removed"});
    make({"memory", "remove", removed});
    EXPECT_EQ(world_.cli({"validate", artifact}).exit_code, 0);
    EXPECT_EQ(world_.cli({"validate", task}).exit_code, 2);
    EXPECT_EQ(world_.cli({"validate", removed}).exit_code, 3);
    EXPECT_EQ(world_.cli({"validate", "0193a1b2-0000-7000-8000-000000000001"}).exit_code, 4);
    EXPECT_EQ(world_.cli({"validate", artifact}, ActorKind::agent).exit_code, 0);
}

}  // namespace
}  // namespace hm
