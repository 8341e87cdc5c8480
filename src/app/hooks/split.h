// A session whose context is nearly full goes on in a fresh one: when its turn has ended, what that one opens with is
// made here; the client opens it; then the two are linked here.
#pragma once

#include <optional>
#include <vector>

#include "app/hooks/agent_event.h"
#include "app/session/split_package.h"
#include "app/workspace.h"

namespace hm {

struct SplitDue {
    SplitPackage package;
    std::int64_t percent = 0;  // of the window in use
};

// Nothing when the session has room, is a subagent's, or was split already. Asked again before the fresh one is linked,
// it answers the same.
Result<std::optional<SplitDue>> split_due(const AgentIdentity& who, const std::vector<SplitMessage>& messages,
                                          Workspace& workspace);

// The client opened `fresh`, by its own id, for what `who` was at. Done twice, it is done once.
Result<void> link_fresh(const AgentIdentity& who, std::string_view fresh, Workspace& workspace);

}  // namespace hm
