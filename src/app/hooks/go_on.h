// Whether a session that its client has just compacted goes on by itself. It does, unless somebody else has its work:
// two sessions at one task would undo each other's changes.
#pragma once

#include <optional>
#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// Why it stays where it is, in a sentence for the person; nothing when it goes on.
Result<std::optional<std::string>> reason_to_rest(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
