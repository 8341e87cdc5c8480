// The print of a call: the same call of the same session has the same print. By it a repeated call is known again, and
// an approval finds the call it was given for.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"

namespace hm {

std::string call_print(const Id& session_id, const ToolUse& use);

}  // namespace hm
