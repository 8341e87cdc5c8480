// Queries about checkpoints.
#pragma once

#include <string_view>

#include "domain/checkpoint.h"
#include "store/records.h"

namespace hm {

// The latest checkpoints of a task, newest first.
Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad);

// Whether a recorded call of an agent changed the file. `path` is relative to the project. Looks through all that was
// changed, so it is not for every call.
Result<bool> is_changed_by_agent(Connection& connection, std::string_view path);

}  // namespace hm
