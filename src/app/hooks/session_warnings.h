// What a person should know when a session begins: a chain that is broken, and how much waits to be validated. For the
// client's log and screen; the agent is told what concerns it with its pack.
#pragma once

#include <string>
#include <vector>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// One sentence each, with the command that shows more; none when all is well. Counts no further than fifty of a noun.
Result<std::vector<std::string>> session_warnings(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
