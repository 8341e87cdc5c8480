// The facts that the gate decides on, read from the store and the file system before the decision.
#pragma once

#include <filesystem>
#include <span>

#include "app/command/workspace.h"
#include "app/event/hook_frame.h"
#include "engine/gate/facts.h"
#include "engine/gate/removal_loss.h"
#include "engine/shell/run_scripts.h"
#include "view/verdict_text.h"

namespace hm {

// Gathers what the gate decides on, from the store and the project's files. Reads only.

// Whether a write without a task may take up the one task that is plainly next.
HM_ENUM(Inheriting, yes, no)

Result<GateFacts> load_gate_facts(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory,
                                  Workspace& workspace, Inheriting inheriting = Inheriting::yes);

// Looks at what a shell command would remove: what the places hold, what git says of it, and what recorded calls have
// made or changed. Only for commands that remove; within a number of entries and a time.

// `directories` are where the command may run.
Result<std::vector<RemovalFact>> load_removals(const ShellJudgement& shell,
                                               std::span<const std::filesystem::path> directories, HookFrame& frame,
                                               Workspace& workspace);

// What calls of a session, of those above it and of those below them have made, as far as they are on record: when they
// ran, when something was built or installed, and which files and folders they were the first to write.

Result<RecordedWork> load_recorded_work(const std::filesystem::path& root, HookFrame& frame, Workspace& workspace);

// The scripts that a shell command runs: read where they lie and judged with it, so that what an agent wrote into a
// file counts as if it stood in the command. Few files, small ones, inside the project; nothing is read for a command
// that runs no script.

// Takes what the scripts hold, and those that they run in turn, into the judgement of the command. `directory` is where
// the command runs. A script that git keeps, and that nobody has changed since, counts as the project's own unless a
// recorded call of an agent wrote it.
Result<void> load_scripts(const std::vector<RunScript>& scripts, ShellJudgement& judgement, const OwnCommands& own,
                          const std::filesystem::path& directory, Workspace& workspace);

// What a refusal shows beside its rule: the chain of work around the agent's task, and what its session left. Read only
// when something is refused. Reads only.

Result<RefusalContext> load_refusal(const Verdict& verdict, const GateFacts& facts, HookFrame& frame,
                                    Workspace& workspace);

}  // namespace hm
