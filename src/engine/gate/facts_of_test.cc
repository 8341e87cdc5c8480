#include "engine/gate/facts_of.h"

#include <gtest/gtest.h>

#include <array>

namespace hm {
namespace {

bool may(std::string_view role, std::string_view tool, std::string_view action) {
    return role_fact({}, role, {ToolKind::own, tool, action}).may_use_tool;
}

TEST(OwnTools, AreForTheRolesThatNeedThem) {
    struct Case {
        std::string_view tool;
        std::string_view action;
        bool coordinator;
        bool executor;
        bool investigator;
    };
    constexpr std::array<Case, 12> cases{{{"govern_plan", "create", true, false, false},
                                          {"govern_plan", "status", true, true, true},
                                          {"govern_delegate", "assign", true, false, false},
                                          {"govern_delegate", "status", true, true, true},
                                          {"govern_task", "start", false, true, true},
                                          {"govern_task", "complete", false, true, true},
                                          {"govern_task", "status", true, true, true},
                                          {"govern_shell", "run", false, true, false},
                                          {"hivemind_memory", "save", true, true, true},
                                          {"hivemind_anchor", "save", true, true, true},
                                          {"hivemind_brain", "query", true, true, true},
                                          {"hivemind_inspect", "scan", true, true, true}}};
    for (const Case& each : cases) {
        EXPECT_TRUE(may("solo", each.tool, each.action)) << each.tool << " " << each.action;
        EXPECT_EQ(may("coordinator", each.tool, each.action), each.coordinator) << each.tool << " " << each.action;
        EXPECT_EQ(may("executor", each.tool, each.action), each.executor) << each.tool << " " << each.action;
        EXPECT_EQ(may("investigator", each.tool, each.action), each.investigator) << each.tool << " " << each.action;
    }
}

}  // namespace
}  // namespace hm
