// What the child that the plugin keeps remembers from one request to the next. Everything in it is bounded, and nothing
// of it is needed for a right answer: a child that replaces another begins with none of it.
#pragma once

#include "adapters/opencode/host_hooks.h"
#include "adapters/opencode/later_work.h"
#include "adapters/opencode/pending_advice.h"
#include "adapters/opencode/repeated_calls.h"
#include "adapters/opencode/turns.h"
#include "app/hooks/prune_outputs.h"
#include "app/project_at.h"
#include "app/recall_memo.h"

namespace hm::opencode {

struct ReplyMemory {
    PendingAdvice advice;
    RepeatedCalls repeated;
    PruneMemory pruned;
    RecallMemo memo;
    HostHooks hooks;
    Turns turns;
    OpenCalls calls;
    KeptRoot kept;
    LaterWork later;
};

}  // namespace hm::opencode
