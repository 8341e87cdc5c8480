// Counting over the branches of a plan, bounded.
#pragma once

#include "base/id.h"
#include "store/connection.h"

namespace hm {

// Completed tasks of the plan's phases that are still in its tree; counted no further than `limit`.
Result<std::int64_t> count_completed_tasks(Connection& connection, const Id& plan_id, std::int64_t limit);

}  // namespace hm
