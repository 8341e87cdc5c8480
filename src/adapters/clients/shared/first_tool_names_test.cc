#include "adapters/clients/shared/tool_names.h"

#include <gtest/gtest.h>

#include "adapters/clients/shared/agent_tools.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "support/world.h"

namespace hm {
namespace {

TEST(FirstToolNames, BecomeTheToolsThatTookTheirPlace) {
    const auto today = tool_today("save_mem", {{"shelf", "decisions"}, {"content", "x"}, {"tags", "a, b,,c"}});
    ASSERT_TRUE(today.has_value());
    EXPECT_EQ(today->tool, "hivemind_memory");
    EXPECT_EQ(json::value(today->arguments),
              json::value({{"action", "save"}, {"shelf", "decisions"}, {"content", "x"}, {"tags", {"a", "b", "c"}}}));
}

TEST(FirstToolNames, GetTheArgumentNamesOfToday) {
    const auto today = tool_today("recall_mems", {{"query", "sky"}});
    ASSERT_TRUE(today.has_value());
    EXPECT_EQ(json::value(today->arguments), json::value({{"action", "recall"}, {"question", "sky"}}));
}

TEST(FirstToolNames, AnAnchorCallKeepsItsMode) {
    const auto today = tool_today("save_anchor", {{"mode", "list"}});
    ASSERT_TRUE(today.has_value());
    EXPECT_EQ(json::value(today->arguments), json::value({{"action", "list"}}));
}

TEST(FirstToolNames, AreNotAdvertised) {
    for (const char* name : {"declare_intent", "map_context", "compact_session", "scan_hierarchy", "think_back",
                             "check_drift", "hierarchy_prune", "hierarchy_migrate", "save_anchor", "save_mem",
                             "list_shelves", "recall_mems", "self_rate"}) {
        EXPECT_FALSE(is_agent_tool(name)) << name;
    }
    EXPECT_FALSE(tool_today("hivemind_memory", {}).has_value());
    EXPECT_FALSE(tool_today("self_rate", {}).has_value()) << "it was given up";
}

// As the first implementation was called, argument by argument.
TEST(FirstToolNames, AreCarriedOutWithTheArgumentsTheyHad) {
    testing::World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    Project project = *Project::open(world.directory(), world.clock(), world.ids(), Deadline::in(seconds(5)));
    Workspace workspace = project.workspace();
    AgentIdentity who;
    who.client = "opencode";
    who.session = "s";
    const Session session = *session_of(who, &Settings::command_deadline, workspace);
    const auto call = [&](std::string_view name, const json::object& arguments) {
        const auto today = tool_today(name, arguments);
        EXPECT_TRUE(today.has_value()) << name;
        return call_agent_tool(today->tool, today->arguments, agent_actor(session), "", workspace);
    };
    EXPECT_EQ(
        call("declare_intent", {{"mode", "plan_driven"}, {"focus", "Renew the tokens"}, {"reason", "They run out"}})
            .find("WHAT:"),
        std::string::npos);
    EXPECT_EQ(
        call("map_context", {{"level", "tactic"}, {"content", "Read the client"}, {"status", "active"}}).find("WHAT:"),
        std::string::npos);
    EXPECT_EQ(
        call("map_context", {{"level", "action"}, {"content", "Read refresh.ts"}, {"status", "active"}}).find("WHAT:"),
        std::string::npos);
    for (const char* name : {"scan_hierarchy", "think_back"}) {
        const std::string shown = call(name, name == std::string_view("think_back") ? json::object{{"check", true}}
                                                                                    : json::object{{"json", false}});
        EXPECT_NE(shown.find("Read refresh.ts"), std::string::npos) << name << ": " << shown;
    }
    EXPECT_EQ(call("hierarchy_read", {}).find("WHAT:"), std::string::npos) << call("hierarchy_read", {});
    EXPECT_EQ(call("check_drift", {{"newTactic", "Another way"}}).find("WHAT:"), std::string::npos);
    EXPECT_EQ(call("save_anchor", {{"key", "port"}, {"value", "8443"}, {"mode", "save"}}).find("WHAT:"),
              std::string::npos);
    EXPECT_NE(call("save_anchor", {{"mode", "list"}}).find("8443"), std::string::npos);
    EXPECT_EQ(call("save_mem", {{"shelf", "decisions"}, {"content", "The queue is a table."}, {"tags", "queue,sql"}})
                  .find("WHAT:"),
              std::string::npos);
    EXPECT_NE(call("list_shelves", {}).find("The queue is a table."), std::string::npos);
    EXPECT_NE(call("recall_mems", {{"query", "queue"}}).find("The queue is a table."), std::string::npos);
    EXPECT_EQ(call("hierarchy_prune", {}).find("WHAT:"), std::string::npos);
    EXPECT_EQ(call("hierarchy_migrate", {}).find("WHAT:"), std::string::npos);
    EXPECT_EQ(call("export_cycle", {}).find("WHAT:"), std::string::npos);
    EXPECT_EQ(call("compact_session", {{"summary", "Renewed"}}).find("WHAT:"), std::string::npos);
}

}  // namespace
}  // namespace hm
