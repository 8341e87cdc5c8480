// After a tool of the agent ran: a change under a task leaves a checkpoint, everything leaves an event.
#pragma once

#include <filesystem>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> after_tool(const AfterTool& event, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
