// A delegation that was taken back: whose work ends with it.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// The client's own id of a session that is a subagent's; empty for any other.
Result<std::string> subagent_named(std::string_view session_id, Workspace& workspace);

// Whether what this subagent works under was taken back and nothing was given to it since.
Result<bool> was_recalled(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
