// task start: begins work. With an id it starts that task; with a name it makes a task and starts it, so
// that one call is enough to begin.
#include <fmt/format.h>

#include "app/commands/commands.h"
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

Error held_by_another(const Task& task) {
    return {ErrorCode::conflict,
            fmt::format("Task {} cannot be started here.", task.id.text()),
            "Start another task, or ask the person to release it with `hivemind task release`.",
            "Another session works on it.",
            {fmt::format("\"{}\" is held by session {}", task.name.view(), task.assigned_session_id->text())}};
}

Result<Receipt> start_known(Task task, const CommandContext& context) {
    if (task.status == TaskStatus::active) {
        if (task.assigned_session_id && task.assigned_session_id != context.actor.session_id) {
            return fail(held_by_another(task));
        }
        return Receipt{fmt::format("\"{}\" is already active here.", task.name.view()), task.id, task.id};
    }
    HM_TRY(move_to(task, TaskStatus::active, context.now));
    task.assigned_session_id = context.actor.session_id;
    HM_TRY(update(context.transaction, task));
    return Receipt{fmt::format("Started \"{}\". Writes now belong to it.", task.name.view()), task.id, task.id};
}

Result<Receipt> start_new(const StartTask& input, const CommandContext& context) {
    Task task;
    HM_TRY(context.begin(task));
    task.name = *input.name;
    task.expected_output = input.expected_output;
    HM_TRY(move_to(task, TaskStatus::active, context.now));
    task.assigned_session_id = context.actor.session_id;
    HM_TRY(insert(context.transaction, task));
    return Receipt{fmt::format("Started \"{}\". Writes now belong to it.", task.name.view()), task.id, task.id};
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
