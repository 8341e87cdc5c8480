// What a refusal shows beside its rule: the chain of work around the agent's task, and what its session left. Read only
// when something is refused. Reads only.
#pragma once

#include "app/hooks/hook_frame.h"
#include "engine/gate/verdict.h"
#include "view/verdict_text.h"

namespace hm {

Result<RefusalContext> load_refusal(const Verdict& verdict, const GateFacts& facts, HookFrame& frame,
                                    Workspace& workspace);

}  // namespace hm
