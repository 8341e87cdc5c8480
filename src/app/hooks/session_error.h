// The client tells that a session met an error of its own: the provider refused, the network failed. Kept in the trail,
// so that a turn that ended without an answer is no riddle later.
#pragma once

#include <string_view>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> session_error(const AgentIdentity& who, std::string_view name, std::string_view message,
                           Workspace& workspace);

}  // namespace hm
