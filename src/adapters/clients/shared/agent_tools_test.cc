#include "adapters/clients/shared/agent_tools.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(AgentTools, HaveAtMostSixActionsEach) {
    for (const AgentTool& tool : all_agent_tools()) EXPECT_LE(tool.actions.size(), 6U) << tool.name;
}

}  // namespace
}  // namespace hm
