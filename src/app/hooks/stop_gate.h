// The gate at the end of a turn: in strict, an agent that stops with a task of its own active is told so, once; a
// subagent too. It may stop the second time, so it is never held in a loop, and while subagents of its own are at work
// it may wait for them.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// The first time the agent wants to stop, or again after it was refused.
HM_ENUM(StopTry, first, again)

// Why the turn shall not end yet; empty when it may.
Result<std::string> refuse_stop(const AgentIdentity& who, StopTry stop, Workspace& workspace);

}  // namespace hm
