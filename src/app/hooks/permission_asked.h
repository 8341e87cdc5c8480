// The client asks the person for leave by its own rules. That is between the two; the trail shows it, with the task it
// was asked under, so that a turn that waited or ended there is no riddle.
#pragma once

#include <string_view>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> permission_asked(const AgentIdentity& who, std::string_view permission, std::string_view target,
                              Workspace& workspace);

}  // namespace hm
