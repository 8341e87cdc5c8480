// Where a user's programs keep state that belongs to no project: $XDG_STATE_HOME/hivemind, or
// ~/.local/state/hivemind. Only names it; whoever writes there creates it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace hm {

// Nothing when neither variable holds an absolute path. `variable` gives the value of an environment variable.
std::optional<std::filesystem::path> state_folder(
    const std::function<std::optional<std::string>(const char* name)>& variable);

// By the environment of this process.
std::optional<std::filesystem::path> state_folder();

}  // namespace hm
