// What hooks tell of, as a session's counters count it. Counting is part of the hook's record.
#pragma once

#include "app/hooks/agent_event.h"
#include "domain/event.h"
#include "domain/session_counters.h"
#include "domain/task.h"

namespace hm {

// What a call that was made counts for. `tasks` are those in hand, `files` those it changed.
Happening happening_of(const AfterTool& done, const std::vector<Task>& tasks, const std::vector<FilePath>& files);

// What an event of a hook counts for by its kind alone; nothing for most.
std::optional<Happening> happening_of(const Event& event);

}  // namespace hm
