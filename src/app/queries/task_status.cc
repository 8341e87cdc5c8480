// task status: the task in hand, or any other: where it stands, what was recorded under it, and what is missing before
// it can be completed.
#include "app/facts/load_shown_tasks.h"
#include "app/graph/load_completion.h"
#include "app/queries/queries.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"
#include "store/sql/plan.h"
#include "view/task_status_text.h"

namespace hm {
namespace {

struct TaskStatusInput {
    std::optional<Id> id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &TaskStatusInput::id, "The task; without it, those this session works on."));
    }
};

Result<TaskStanding> standing_of(Task task, const QueryContext& context) {
    Connection& connection = context.connection();
    TaskStanding standing;
    HM_TRY_ASSIGN(const auto plan, plan_of_task(connection, task.id, context.bad));
    if (plan) standing.plan = plan->title.str();
    if (!is_ended(task.status)) {
        HM_TRY_ASSIGN(standing.completion,
                      load_completion(task, {}, context.workspace.store.paths().root, connection, context.bad));
    }
    HM_TRY_ASSIGN(standing.shown, load_shown_task(std::move(task), connection));
    return standing;
}

Result<Answer> run(const TaskStatusInput& input, const QueryContext& context) {
    std::vector<Task> tasks;
    if (input.id) {
        HM_TRY_ASSIGN(Task task, require_task(context.connection(), *input.id, context.bad));
        tasks.push_back(std::move(task));
    } else {
        HM_TRY_ASSIGN(tasks, tasks_in_hand(context.connection(), context.actor.session_id, context.bad));
    }
    std::vector<TaskStanding> standings;
    for (Task& task : tasks) {
        HM_TRY_ASSIGN(TaskStanding standing, standing_of(std::move(task), context));
        standings.push_back(std::move(standing));
    }
    return Answer{task_status_json(standings), task_status_text(standings)};
}

}  // namespace

Query task_status() {
    return make_query<TaskStatusInput, run>("task status", "Show the task in hand, and what it still lacks.", "id");
}

}  // namespace hm
