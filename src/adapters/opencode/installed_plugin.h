// What of the plugin lies in a project and in a person's settings: which version, and whether another copy would be
// loaded beside it.
#pragma once

#include <string>
#include <vector>

#include "adapters/wiring/client_wiring.h"

namespace hm::opencode {

// Where the plugin and its companions lie: `.opencode` of the project, or OpenCode's folder of a person's settings. And
// how the settings beside it name the plugin.
std::filesystem::path plugin_folder(const WiringPlace& place);
std::string_view plugin_entry(WiringLevel level);

// The version that the plugin says it has; empty when it is not there or says none.
std::string installed_version(const WiringPlace& place);

// The program that the plugin would start, when there is no such file; else empty.
std::string missing_program(const WiringPlace& place);

// Files and entries of settings that would load HiveMind once more; at most a few.
std::vector<std::string> other_copies(const WiringPlace& place);

// What OpenCode lets pass whatever the plugin answers.
std::vector<ClientHole> holes(const WiringPlace& place);

}  // namespace hm::opencode
