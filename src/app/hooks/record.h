// What a hook leaves in the trail. When the store cannot take it in time it goes to the spool; only when
// that fails too is there an error, which the adapter shows.
#pragma once

#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "domain/checkpoint.h"
#include "domain/event.h"
#include "domain/session_counters.h"
#include "domain/task.h"

namespace hm {

// An event of this hook, filled in but for its facts.
Event hook_event(std::string_view kind, std::string_view summary, const HookFrame& frame, Workspace& workspace);

// A request that already left its event leaves no second one.
// Waits for other writers as long as the connection's deadline has left.
// What it counts for is told by `happening`, or by the event's kind when none is given.
Result<void> record(Event event, std::optional<Checkpoint> checkpoint, const HookFrame& frame, Workspace& workspace,
                    std::optional<Happening> happening = std::nullopt);

// What hooks tell of, as a session's counters count it. Counting is part of the hook's record.

// What a call that was made counts for. `tasks` are those in hand, `files` those it changed.
Happening happening_of(const AfterTool& done, const std::vector<Task>& tasks, const std::vector<FilePath>& files);

// What an event of a hook counts for by its kind alone; nothing for most.
std::optional<Happening> happening_of(const Event& event);

}  // namespace hm
