// The agent's turn ends. A cancel is counted; an answer is exported with what can be checked of it, and after four of
// them one entry of knowledge is made from them, without a model.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<void> before_stop(const BeforeStop& event, Workspace& workspace);

}  // namespace hm
