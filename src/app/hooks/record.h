// What a hook leaves in the trail. When the store cannot take it in time it goes to the spool; only when
// that fails too is there an error, which the adapter shows.
#pragma once

#include "app/hooks/hook_frame.h"
#include "domain/checkpoint.h"
#include "domain/event.h"
#include "domain/session_counters.h"

namespace hm {

// An event of this hook, filled in but for its facts.
Event hook_event(std::string_view kind, std::string_view summary, const HookFrame& frame, Workspace& workspace);

// A request that already left its event leaves no second one.
// Waits for other writers as long as the connection's deadline has left.
// What it counts for is told by `happening`, or by the event's kind when none is given.
Result<void> record(Event event, std::optional<Checkpoint> checkpoint, const HookFrame& frame, Workspace& workspace,
                    std::optional<Happening> happening = std::nullopt);

}  // namespace hm
