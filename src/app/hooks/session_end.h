// The client says that a session is over.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> session_end(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
