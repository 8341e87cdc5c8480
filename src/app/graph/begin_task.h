// Beginning work on a task, the one way for every command that does: whether it may begin, who does it from then on,
// and what begins with it (its plan, its phase, the delegation it was given away by, the read-head).
#pragma once

#include "app/command.h"
#include "domain/task.h"

namespace hm {

// Refuses with what holds the task back, each blocker named.
Result<void> check_not_blocked(const Task& task, const CommandContext& context);

// Moves the task to active in the actor's session and saves it. REQUIRES: it is in the store, planned or in review.
Result<void> begin_task(Task& task, const CommandContext& context);

// "another session works on it", with who that is and since when.
Result<Error> held_by_another(const Task& task, const CommandContext& context);

}  // namespace hm
