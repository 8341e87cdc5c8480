#include "domain/task.h"

namespace hm {

using enum TaskStatus;

void LifecycleOf<Task>::settle(Task& task, Time now) {
    if (task.status == active && !task.started_at) task.started_at = now;
    task.completed_at = is_ended(task.status) ? std::optional(now) : std::nullopt;
    if (is_ended(task.status) || task.status == planned) task.file_locks.clear();
    if (task.status == planned) task.assigned_session_id.reset();
}

bool is_ended(TaskStatus status) {
    return status == completed || status == failed || status == abandoned || status == invalidated;
}

}  // namespace hm
