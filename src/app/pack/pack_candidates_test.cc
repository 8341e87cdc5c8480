// How near anchors and knowledge are to the read-head: up, down and sideways, from a real store.
#include "app/pack/load_pack_facts.h"

#include <gtest/gtest.h>

#include <map>

#include "support/world.h"

namespace hm {
namespace {

class NearnessTest : public ::testing::Test {
protected:
    NearnessTest() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(world_.cli_json(std::move(arguments)).at("id").as_string());
    }
    std::string anchor(const std::string& key, std::vector<std::string> more) {
        std::vector<std::string> arguments{"anchor", "save", "value of " + key, "--key", key};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return make(std::move(arguments));
    }
    json::object explained(const std::string& id) {
        std::vector<std::string> arguments{"pack", "--explain"};
        if (!session_.empty()) arguments.insert(arguments.end(), {"--session", session_});
        const json::value pack = world_.cli_json(arguments);
        for (const json::value& each : pack.at("candidates").as_array()) {
            const json::value* named = each.as_object().if_contains("id");
            if (named != nullptr && named->as_string() == id) return each.as_object();
        }
        ADD_FAILURE() << "no candidate " << id;
        return {};
    }
    double steps_away(const std::string& id) {
        const json::object parts = explained(id).at("parts").as_object();
        return -parts.at("steps away").to_number<double>() / 10;
    }

    testing::World world_;
    std::string session_;  // whose pack is looked at; a new one's when empty
    int said_ = 0;
};

TEST_F(NearnessTest, AnchorsAreNearUpDownSidewaysAndByTheirFiles) {
    const std::string plan = make({"plan", "create", "Sign-in"});
    const std::string phase = make({"phase", "create", "--title", "Tokens", "--parent-plan-id", plan});
    const std::string later = make({"phase", "create", "--title", "Pages", "--parent-plan-id", plan});
    const std::string whole = make({"task", "create", "Whole", "--parent-phase-id", phase});
    const std::string sibling = make({"task", "create", "Sibling", "--parent-phase-id", phase});
    const std::string far = make({"task", "create", "Far", "--parent-phase-id", later});
    const std::string task = make({"task", "create", "Renew", "--parent-phase-id", phase, "--parent-task-id", whole,
                                   "--allowed-paths", "src/auth/token.ts"});
    const std::string part = make({"task", "create", "Part", "--parent-task-id", task});
    EXPECT_EQ(world_.cli({"task", "start", "--id", task}).exit_code, 0);

    EXPECT_EQ(steps_away(anchor("own", {"--task-id", task})), 0);
    EXPECT_EQ(steps_away(anchor("up", {"--task-id", whole})), 1);
    EXPECT_EQ(steps_away(anchor("down", {"--task-id", part})), 1);
    EXPECT_EQ(steps_away(anchor("sideways", {"--task-id", sibling})), 1);
    EXPECT_EQ(steps_away(anchor("same-file", {"--file", "src/auth/token.ts"})), 1);
    EXPECT_EQ(steps_away(anchor("same-directory", {"--file", "src/auth/session.ts"})), 1);
    const std::string elsewhere = anchor("elsewhere", {"--task-id", far, "--file", "src/pages/index.ts"});
    EXPECT_GT(steps_away(elsewhere), 1);
    EXPECT_EQ(explained(elsewhere).at("why").as_string(), "pinned for the project");
    const std::string beside = anchor("beside", {"--task-id", sibling});
    EXPECT_EQ(explained(beside).at("why").as_string(), "belongs beside the read-head");
    EXPECT_GT(explained(beside).at("score").to_number<double>(), explained(elsewhere).at("score").to_number<double>());
}

// Two subagents of one session are at one level; a subagent of another session is not.
TEST_F(NearnessTest, WhatAgentsOfTheSameLevelWorkOnIsOneStepAway) {
    const auto starts = [&](std::string_view session, std::string_view parent, std::string_view task) {
        world_.opencode("tool", {{"tool", "govern_task"},
                                 {"sessionID", session},
                                 {"parentID", parent},
                                 {"agent", "hivemind-executor"},
                                 {"callID", task},
                                 {"args", {{"action", "start"}, {"name", task}}}});
    };
    for (const std::string_view parent : {"main", "other"}) {
        world_.opencode("event", {{"type", "session.created"}, {"properties", {{"info", {{"id", parent}}}}}});
    }
    starts("here", "main", "Wash the sheep");
    starts("beside", "main", "Card the wool");
    starts("far", "other", "Paint the fence");
    std::map<std::string, std::string> ids;
    const json::value tasks = world_.cli_json({"task", "list"});
    for (const json::value& task : tasks.as_array()) {
        ids[std::string(task.at("name").as_string())] = std::string(task.at("id").as_string());
    }
    ASSERT_EQ(ids.size(), 3U);
    const std::string own = anchor("own", {"--task-id", ids["Wash the sheep"]});
    const std::string beside = anchor("beside", {"--task-id", ids["Card the wool"]});
    const std::string far = anchor("far", {"--task-id", ids["Paint the fence"]});
    const json::value sessions = world_.cli_json({"session", "list"});
    for (const json::value& session : sessions.as_array()) {
        if (session.at("client_session_id").as_string() == "here") session_ = session.at("id").as_string();
    }
    EXPECT_EQ(steps_away(own), 0);
    EXPECT_EQ(steps_away(beside), 1);
    EXPECT_GT(steps_away(far), 1);
}

TEST_F(NearnessTest, NearnessFollowsTheReadHead) {
    const std::string plan = make({"plan", "create", "Sign-in"});
    const std::string phase = make({"phase", "create", "--title", "Tokens", "--parent-plan-id", plan});
    const std::string first = make({"task", "create", "First", "--parent-phase-id", phase});
    const std::string second = make({"task", "create", "Second", "--parent-phase-id", phase});
    EXPECT_EQ(world_.cli({"task", "start", "--id", first}).exit_code, 0);
    const std::string of_second = anchor("of-second", {"--task-id", second});
    EXPECT_EQ(steps_away(of_second), 1);
    EXPECT_EQ(world_.cli({"task", "complete", "--evidence", "done"}).exit_code, 0);
    EXPECT_EQ(world_.cli({"task", "start", "--id", second}).exit_code, 0);
    EXPECT_EQ(steps_away(of_second), 0);
}

// The task of the read-head, also when nothing is in hand yet.
TEST_F(NearnessTest, AMemoryWithoutATaskIsOfTheOneAtTheReadHead) {
    const std::string plan = make({"plan", "create", "Sign-in"});
    const std::string phase = make({"phase", "create", "--title", "Tokens", "--parent-plan-id", plan});
    const std::string task = make({"task", "create", "Renew", "--parent-phase-id", phase});
    const auto origin_of_new = [&] {
        const std::string id = make({"memory", "save", "The issuer signs with another key " + std::to_string(++said_)});
        const json::object memory = world_.cli_json({"memory", "show", id}).as_object();
        const json::value* origin = memory.if_contains("origin_task_id");
        return origin != nullptr && origin->is_string() ? std::string(origin->as_string()) : std::string();
    };
    EXPECT_EQ(origin_of_new(), "");
    EXPECT_EQ(world_.cli({"trajectory", "shift", "--intent", "Renew it", "--task-id", task}).exit_code, 0);
    EXPECT_EQ(origin_of_new(), task) << "the read-head is at it, though nobody has started it";
    make({"task", "start", "Something else"});
    EXPECT_NE(origin_of_new(), task) << "what was begun later is where the work is";
    EXPECT_NE(world_.cli({"memory", "save", "x", "--origin-task-id", plan}).exit_code, 0) << "a plan is no task";
}

}  // namespace
}  // namespace hm
