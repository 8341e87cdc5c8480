#include "domain/task_lifecycle.h"

#include <array>

namespace hm {
namespace {

using enum TaskStatus;

constexpr std::array<Transition<TaskStatus>, 14> transitions{{
    {planned, active},
    {planned, abandoned},
    {planned, invalidated},
    {active, planned},  // released, reassigned or recalled
    {active, review},
    {active, completed},
    {active, failed},
    {active, abandoned},
    {active, invalidated},
    {review, active},
    {review, completed},
    {review, failed},
    {failed, planned},     // reopened
    {completed, planned},  // reopened
}};

}  // namespace

std::span<const Transition<TaskStatus>> task_transitions() {
    return transitions;
}

Result<void> move_task(Task& task, TaskStatus to, Time now) {
    HM_TRY(check_transition(task_transitions(), task.status, to, "Task", task.id.text()));
    task.status = to;
    task.modified_at = now;
    if (to == active && !task.started_at) task.started_at = now;
    task.completed_at = is_ended(to) ? std::optional(now) : std::nullopt;
    if (is_ended(to) || to == planned) task.file_locks.clear();
    if (to == planned) task.assigned_session_id.reset();
    return {};
}

bool is_ended(TaskStatus status) {
    return status == completed || status == failed || status == abandoned || status == invalidated;
}

}  // namespace hm
