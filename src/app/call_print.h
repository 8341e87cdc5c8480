// The print of a call: the same call of the same session has the same print, however it spells a path of the project.
// By it a repeated call is known again, and an approval finds the call it was given for.
#pragma once

#include <filesystem>
#include <string>

#include "app/hooks/agent_event.h"

namespace hm {

std::string call_print(const Id& session_id, const ToolUse& use, const std::filesystem::path& root);

}  // namespace hm
