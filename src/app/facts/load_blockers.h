// What keeps a task back now. Read by keys: the cost does not depend on how many tasks there are.
#pragma once

#include <vector>

#include "engine/graph/readiness.h"
#include "store/connection.h"

namespace hm {

Result<std::vector<Blocker>> load_blockers(Connection& connection, const Id& task_id);

}  // namespace hm
