// What a task waits for, and what waits for what, read by keys: the cost does not grow with the number of tasks.
#pragma once

#include <vector>

#include "domain/task.h"
#include "store/sqlite/connection.h"

namespace hm {

// Everything the task waits for, met or not; also what the tasks wait for that it is a part of. At most 500 rows.
Result<std::vector<Awaited>> awaited_by(Connection& connection, const Id& task_id);

struct GraphNode {
    Id id;
    std::string name;
};

// What must be over before the record itself can be: of a task what it depends on and its parts, of a plan the plans
// it builds on and its tasks, of a decision those it rests on.
Result<std::vector<GraphNode>> needed_by(Connection& connection, const Id& id);

// What a task, plan or decision is called.
Result<std::string> name_of_node(Connection& connection, const Id& id);

}  // namespace hm
