// The status changes of a task, and what each of them sets. Pure: time arrives as an argument.
#pragma once

#include <span>

#include "base/result.h"
#include "domain/lifecycle.h"
#include "domain/task.h"

namespace hm {

std::span<const Transition<TaskStatus>> task_transitions();

// Moves the task to `to` and sets the times that belong to the change.
Result<void> move_task(Task& task, TaskStatus to, Time now);

// Ended: nothing more will be done under it, and it holds no file locks.
bool is_ended(TaskStatus status);

}  // namespace hm
