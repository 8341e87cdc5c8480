// Looks at what a shell command would remove in heaps: what the places hold, what git says of it, and what recorded
// calls have made. Only for commands that remove in heaps; within a number of entries and a time.
#pragma once

#include <filesystem>
#include <span>

#include "app/hooks/hook_frame.h"

namespace hm {

// `directories` are where the command may run.
Result<std::vector<RemovalFact>> load_removals(const ShellJudgement& shell,
                                               std::span<const std::filesystem::path> directories, HookFrame& frame,
                                               Workspace& workspace);

}  // namespace hm
