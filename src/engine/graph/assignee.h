// Whose task it is. A task that somebody gave to an agent or role is theirs alone; one that an agent took by itself
// binds nobody else once it is given back. Pure.
#pragma once

#include <string_view>

#include "domain/task.h"

namespace hm {

// `agent` is the client's name of the agent and may be empty; `role` is what it may do.
inline bool is_given_to_another(const Task& task, std::string_view agent, std::string_view role) {
    const bool is_given = task.assigned_to && task.delegated_by && task.assigned_to != task.delegated_by;
    return is_given && task.assigned_to->view() != agent && task.assigned_to->view() != role;
}

}  // namespace hm
