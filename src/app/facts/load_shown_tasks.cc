#include "app/facts/load_shown_tasks.h"

#include "app/facts/load_blockers.h"
#include "domain/task_lifecycle.h"

namespace hm {

Result<ShownTask> load_shown_task(Task task, Connection& connection) {
    ShownTask shown{std::move(task), {}};
    if (!is_ended(shown.task.status)) HM_TRY_ASSIGN(shown.blockers, load_blockers(connection, shown.task.id));
    return shown;
}

Result<std::vector<ShownTask>> load_shown_tasks(std::vector<Task> tasks, Connection& connection) {
    std::vector<ShownTask> shown;
    for (Task& task : tasks) {
        HM_TRY_ASSIGN(ShownTask each, load_shown_task(std::move(task), connection));
        shown.push_back(std::move(each));
    }
    return shown;
}

}  // namespace hm
