// The client told how many tokens are in the context: what a compaction freed is measured by it, and whether the
// session shall be split.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "engine/split/split.h"

namespace hm {

Result<SplitDecision> usage(const Usage& event, Workspace& workspace);

}  // namespace hm
