// The scripts that a shell command runs: read where they lie and judged with it, so that what an agent wrote into a
// file counts as if it stood in the command. Few files, small ones, inside the project; nothing is read for a command
// that runs no script.
#pragma once

#include <filesystem>

#include "app/workspace.h"
#include "engine/shell/run_scripts.h"

namespace hm {

// Takes what the scripts hold, and those that they run in turn, into the judgement of the command. `directory` is where
// the command runs. A script that git keeps, and that nobody has changed since, counts as the project's own unless a
// recorded call of an agent wrote it.
Result<void> load_scripts(const std::vector<RunScript>& scripts, ShellJudgement& judgement, const OwnCommands& own,
                          const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
