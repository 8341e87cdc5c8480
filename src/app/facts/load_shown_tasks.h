// Tasks with what holds them back, for everything that shows tasks.
#pragma once

#include <vector>

#include "store/connection.h"
#include "view/shown_task.h"

namespace hm {

Result<ShownTask> load_shown_task(Task task, Connection& connection);
Result<std::vector<ShownTask>> load_shown_tasks(std::vector<Task> tasks, Connection& connection);

}  // namespace hm
