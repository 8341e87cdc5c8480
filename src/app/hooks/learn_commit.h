// A git commit that a call made becomes knowledge by itself: at most one entry, as `knowledge learn` would keep it.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/hooks/hook_frame.h"

namespace hm {

// Asks git for the newest commit of `directory` only when the call's command made one. Git is asked before the store's
// write lock is, and not for long.
Result<void> learn_made_commit(const AfterTool& done, const std::filesystem::path& directory, const HookFrame& frame,
                               Workspace& workspace);

}  // namespace hm
