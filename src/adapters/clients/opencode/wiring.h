// Edits OpenCode's configuration text without touching anything else in it: comments, order and layout stay.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/wiring/client_wiring.h"
#include "base/result.h"

namespace hm::opencode {

// The text with `plugin` first in its plugin list. The same text when it already is.
Result<std::string> with_plugin_first(std::string_view config, std::string_view plugin);

Result<std::string> without_plugin(std::string_view config, std::string_view plugin);

// What of the plugin lies in a project and in a person's settings: which version, and whether another copy would be
// loaded beside it.

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

// OpenCode can be started without any plugin (`--pure`, OPENCODE_PURE), and then nothing of ours is in it that could
// say so. Seen from outside: among the processes that this user may look at.

// The ids of those that run in the project at `root` now; at most a few.
std::vector<std::string> pure_clients(const std::filesystem::path& root,
                                      const std::filesystem::path& processes = "/proc");

}  // namespace hm::opencode
