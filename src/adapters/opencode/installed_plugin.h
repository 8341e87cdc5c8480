// What of the plugin lies in a project and in a person's settings: which version, and whether another copy would be
// loaded beside it.
#pragma once

#include <string>
#include <vector>

#include "adapters/wiring/client_wiring.h"

namespace hm::opencode {

// The version that the plugin in the project says it has; empty when it is not there or says none.
std::string installed_version(const std::filesystem::path& root);

// Files and entries of settings that would load HiveMind once more; at most a few.
std::vector<std::string> other_copies(const WiringPlace& place);

// What OpenCode lets pass whatever the plugin answers.
std::vector<ClientHole> holes(const WiringPlace& place);

}  // namespace hm::opencode
