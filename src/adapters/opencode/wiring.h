// What `hivemind init --client opencode` changes in a project: the plugin, profiles of agents, commands and a skill
// below .opencode, and the plugin's line in OpenCode's configuration.
#pragma once

#include <filesystem>
#include <vector>

#include "adapters/file_changes.h"
#include "domain/settings.h"

namespace hm::opencode {

Result<std::vector<FileChange>> plan_wiring(const std::filesystem::path& root, const std::filesystem::path& program,
                                            FailMode fail);

}  // namespace hm::opencode
