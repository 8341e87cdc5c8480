// A git commit that a call made becomes knowledge by itself: at most one entry, as `knowledge learn` would keep it.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/hooks/hook_frame.h"

namespace hm {

// Whether the call's command made a commit.
bool made_commit(const AfterTool& done);

// Asks git for the newest commit of `directory`; before the store's write lock is asked for, and not for long. A commit
// that cannot be taken in now is with `knowledge learn`.
Result<void> learn_newest_commit(const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace);

}  // namespace hm
