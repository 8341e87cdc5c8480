// A command of the client, such as "/review", that a person has carried out: kept in the trail with the task it was
// given under, so that it can be seen what led to what. Its text is the client's own and is left alone.
#pragma once

#include <string_view>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> client_command(const AgentIdentity& who, std::string_view name, std::string_view arguments,
                            Workspace& workspace);

}  // namespace hm
