// A session begins or goes on in its client: it is kept, its project is looked at, and what it opens with is answered.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

// The block that says where things stand; empty when there is nothing to go on with.
Result<std::string> session_start(const SessionStart& event, Workspace& workspace);

}  // namespace hm
