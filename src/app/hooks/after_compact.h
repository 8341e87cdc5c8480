// After the client compacted a session: it is counted, so that the next pack says so.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> after_compact(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
