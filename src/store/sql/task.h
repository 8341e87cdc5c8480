// Queries about tasks.
#pragma once

#include "domain/task.h"
#include "store/records.h"

namespace hm {

// Tasks that a session works on now, oldest start first.
Result<std::vector<Task>> active_tasks_of(Connection& connection, const Id& session_id, BadRows& bad);

// Active tasks that a person started without naming a session.
Result<std::vector<Task>> active_tasks_without_session(Connection& connection, BadRows& bad);

// Tasks of a status, latest change first; of every status when none is given.
Result<std::vector<Task>> list_tasks(Connection& connection, std::optional<TaskStatus> status, std::int64_t limit,
                                     BadRows& bad);

// Who holds a file now, if anyone.
Result<std::optional<Id>> holder_of(Connection& connection, const FilePath& path);

}  // namespace hm
