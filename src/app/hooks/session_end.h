// The client says that a session is over: for good, or only as far as its process goes.
#pragma once

#include <string_view>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// It is gone from the client: it is closed, and what it held goes back to the list.
Result<void> session_end(const AgentIdentity& who, Workspace& workspace);

// The client let go of it and may take it up again at any time, tomorrow or in the next second: that is noted, and
// nothing that the session holds is released. `reason` is the client's word; may be empty.
Result<void> session_left(const AgentIdentity& who, std::string_view reason, Workspace& workspace);

}  // namespace hm
