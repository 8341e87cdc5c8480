// The status changes of a task, and what each of them sets. Pure: time arrives as an argument.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/task.h"

namespace hm {

// Ended: nothing more will be done under it, and it holds no file locks.
bool is_ended(TaskStatus status);

template <>
struct LifecycleOf<Task> {
    using enum TaskStatus;
    static constexpr std::string_view noun = "Task";
    static constexpr auto member = &Task::status;
    static constexpr std::array first{planned, active};
    static constexpr std::array<Transition<TaskStatus>, 20> table{{
        {planned, active},        {planned, abandoned},  {planned, invalidated},
        {active, planned},  // released, reassigned or recalled
        {active, review},         {active, completed},   {active, failed},
        {active, abandoned},      {active, invalidated}, {review, active},
        {review, completed},      {review, failed},      {review, planned},
        {review, abandoned},      {review, invalidated}, {failed, planned},     // reopened
        {completed, planned},                                                   // reopened
        {completed, invalidated}, {failed, abandoned},   {abandoned, planned},  // taken up again
    }};
    static void settle(Task& task, Time now);
};

}  // namespace hm
