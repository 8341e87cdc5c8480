// Before a request goes to the model: the pack that is put in front of it.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

Result<std::string> before_model(const BeforeModel& event, Workspace& workspace);

}  // namespace hm
