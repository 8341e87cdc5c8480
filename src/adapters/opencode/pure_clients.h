// OpenCode can be started without any plugin (`--pure`, OPENCODE_PURE), and then nothing of ours is in it that could
// say so. Seen from outside: among the processes that this user may look at.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hm::opencode {

// The ids of those that run in the project at `root` now; at most a few.
std::vector<std::string> pure_clients(const std::filesystem::path& root,
                                      const std::filesystem::path& processes = "/proc");

}  // namespace hm::opencode
