#include "app/facts/load_listed_tasks.h"

#include "app/facts/load_blockers.h"
#include "domain/task_lifecycle.h"

namespace hm {

Result<ListedTask> load_listed_task(Task task, Connection& connection) {
    ListedTask shown{std::move(task), {}};
    if (is_ended(shown.task.status)) return shown;
    HM_TRY_ASSIGN(shown.blockers, load_blockers(connection, shown.task.id));
    return shown;
}

Result<std::vector<ListedTask>> load_listed_tasks(std::vector<Task> tasks, Connection& connection) {
    std::vector<ListedTask> shown;
    for (Task& task : tasks) {
        HM_TRY_ASSIGN(ListedTask each, load_listed_task(std::move(task), connection));
        shown.push_back(std::move(each));
    }
    return shown;
}

}  // namespace hm
