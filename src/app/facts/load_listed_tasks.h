// Tasks with what holds them back, for everything that shows tasks.
#pragma once

#include <vector>

#include "store/connection.h"
#include "view/listed_task.h"

namespace hm {

Result<ListedTask> load_listed_task(Task task, Connection& connection);
Result<std::vector<ListedTask>> load_listed_tasks(std::vector<Task> tasks, Connection& connection);

}  // namespace hm
