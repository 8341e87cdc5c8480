// The directories that a call's command may run in and its relative paths start from: those that the tool was given, or
// the client's own. Relative ones are taken from the client's, ~ is the home directory.
#pragma once

#include <filesystem>
#include <vector>

#include "app/hooks/agent_event.h"

namespace hm {

// At least one.
std::vector<std::filesystem::path> work_directories(const ToolUse& use, const std::filesystem::path& clients);

}  // namespace hm
