// task start: begins work. With an id it starts that task; with a name it makes a task and starts it, so
// that one call is enough to begin.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/begin_task.h"
#include "app/graph/phase_course.h"
#include "app/graph/read_head.h"
#include "app/session/move_read_head.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct StartTask {
    std::optional<Id> id;
    std::optional<Title> name;
    std::optional<Paragraph> expected_output;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &StartTask::id, "The task to start; leave it out to begin new work."));
        visit(field("name", &StartTask::name, "What is to be done, when there is no task for it yet."));
        visit(same_as(&Task::expected_output, &StartTask::expected_output));
    }
};

Receipt started(const Task& task) {
    return {fmt::format("Started \"{}\". Writes now belong to it.", task.name.view()), task.id, task.id};
}

// A task that a person started without a session belongs to the first session that starts it.
Result<Receipt> join_active(Task task, const CommandContext& context) {
    if (!task.assigned_session_id && context.actor.session_id) {
        task.assigned_session_id = context.actor.session_id;
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
        HM_TRY(read_head_to(task, context));
    }
    return Receipt{fmt::format("\"{}\" is already active here.", task.name.view()), task.id, task.id};
}

Result<Receipt> start_known(Task task, const CommandContext& context) {
    if (task.archived_at) {
        return fail(ErrorCode::conflict, fmt::format("Task {} is out of use.", task.id.text()),
                    "Start another task, or plan a new one.", "It was taken out of use, or its chain broke.");
    }
    const bool is_anothers = task.assigned_session_id && task.assigned_session_id != context.actor.session_id;
    const bool is_begun = task.status == TaskStatus::active || task.status == TaskStatus::review;
    if (is_begun && is_anothers) {
        HM_TRY_ASSIGN(Error error, held_by_another(task, context));
        return fail(std::move(error));
    }
    if (task.status == TaskStatus::active) return join_active(std::move(task), context);
    HM_TRY(begin_task(task, context));
    return started(task);
}

Result<Receipt> start_new(const StartTask& input, const CommandContext& context) {
    Task task;
    HM_TRY(context.begin(task));
    task.name = *input.name;
    task.expected_output = input.expected_output;
    HM_TRY_ASSIGN(task.parent_phase_id, phase_of_new_work(context));
    HM_TRY(insert(context.transaction, task));
    HM_TRY(reopen_phase_of(task, context));
    HM_TRY(begin_task(task, context));
    return started(task);
}

Result<Receipt> run(const StartTask& input, const CommandContext& context) {
    if (input.id.has_value() == input.name.has_value()) {
        return fail(ErrorCode::invalid_input, "task start needs either an id or a name.",
                    "Give the id of a planned task, or a name for new work.");
    }
    if (!input.id) return start_new(input, context);
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), *input.id, context.bad));
    return start_known(std::move(task), context);
}

}  // namespace

Command start_task() {
    return make_command<StartTask, run>("task start", "Begin work on a task, or on something new.", "name");
}

}  // namespace hm
