#include "adapters/first_tool_names.h"

#include <gtest/gtest.h>

#include "adapters/agent_tools.h"

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

}  // namespace
}  // namespace hm
