// The read-head follows the work: where a session is, in plan, phase and tasks. A person without a session moves the
// project's own.
#pragma once

#include "app/command.h"
#include "domain/plan.h"
#include "domain/task.h"

namespace hm {

// The actor's read-head is at that task from now on, made if there is none.
// REQUIRES: the task is in the store.
Result<void> read_head_to(const Task& task, const CommandContext& context);

// The actor's read-head is at that plan, at its beginning.
// REQUIRES: the plan is in the store.
Result<void> read_head_to(const Plan& plan, const CommandContext& context);

// No read-head is at that task any more; plan and phase stay.
Result<void> read_heads_off(const Task& task, const CommandContext& context);

// No read-head is at that plan any more, nor at what is in it.
Result<void> read_heads_off(const Plan& plan, Transaction& transaction, Time now, BadRows& bad);

}  // namespace hm
