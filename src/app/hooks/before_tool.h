// Before a tool of the agent runs: may it? The answer carries the words for the agent.
#pragma once

#include <filesystem>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "engine/gate/verdict.h"

namespace hm {

struct ToolDecision {
    Verdict verdict;
    std::string headline;            // a refusal in a line, for the person
    std::string message;             // for the agent; empty when there is nothing to say
    std::vector<std::string> paths;  // the call's paths with "." and ".." taken out, in the given order
};

Result<ToolDecision> before_tool(const BeforeTool& event, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
