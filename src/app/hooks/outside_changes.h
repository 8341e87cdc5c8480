// The hooks' part in noticing changes that no recorded call made.
#pragma once

#include <filesystem>

#include "app/hooks/hook_frame.h"

namespace hm {

// After a call: looks at protected and locked files. What the call itself was allowed to write is its own.
Result<void> note_watched_changes(const ToolUse& use, const std::filesystem::path& directory, HookFrame& frame,
                                  Workspace& workspace);

// A session begins: looks at the whole tree. What changed while no session was there is in the trail, counts against
// nobody, and what came from it is marked. Looks at nothing when another session was at work a minute ago: what that
// one is writing is not in the trail yet.
Result<void> note_changes_before(const AgentIdentity& who, Workspace& workspace);

// A session rests or ends: looks at the whole tree.
Result<void> note_tree_changes(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
