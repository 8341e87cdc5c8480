// task list: the tasks, latest change first.
#include "app/facts/load_shown_tasks.h"
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/task.h"

namespace hm {
namespace {

struct ListTasks {
    std::optional<TaskStatus> status;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Task::status, &ListTasks::status));
        visit(field("limit", &ListTasks::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListTasks& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto tasks,
                  list_tasks(context.connection(), input.status, list_limit(input.limit), context.bad));
    HM_TRY_ASSIGN(const auto shown, load_shown_tasks(tasks, context.connection()));
    return Answer{to_json(shown), task_lines(shown, context.now)};
}

}  // namespace

Query list_tasks_query() {
    return make_query<ListTasks, run>("task list", "List tasks, latest change first.", {},
                                      &shape_of<std::vector<Task>>);
}

}  // namespace hm
