// What a call of a tool names: paths under their many spellings, the files of a patch, the command of a shell.
#pragma once

#include "app/hooks/agent_event.h"
#include "base/json.h"

namespace hm {

// Fills in the paths and the command from the arguments of the call.
// REQUIRES: the kind of the tool is set.
void fill_in_arguments(ToolUse& use, const json::object& arguments);

}  // namespace hm
