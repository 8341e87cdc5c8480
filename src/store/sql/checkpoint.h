// Queries about checkpoints.
#pragma once

#include "domain/checkpoint.h"
#include "store/records.h"

namespace hm {

// The latest checkpoints of a task, newest first.
Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad);

}  // namespace hm
