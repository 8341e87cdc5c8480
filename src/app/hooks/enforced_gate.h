// A temporal gate that held a call back says since when it does.
#pragma once

#include "app/hooks/judge_call.h"

namespace hm {

// Marks the gate of the task that was held back, once, with an event of its own. Fails without having changed anything;
// the refusal stands all the same.
Result<void> note_enforced_gate(const JudgedCall& call, const HookFrame& frame, Workspace& workspace);

}  // namespace hm
