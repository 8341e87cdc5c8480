// task reassign: gives a task to another agent, role or session. Work in progress is put back to the list first.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/begin_task.h"
#include "app/graph/end_task.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct ReassignTask {
    Id id;
    std::optional<Word> to;
    std::optional<Id> session_id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReassignTask::id, "The task to give to another."));
        visit(field("to", &ReassignTask::to, "Agent or role that shall do it."));
        visit(field("session_id", &ReassignTask::session_id, "Session that shall do it, from now on."));
    }
};

Result<Receipt> run(const ReassignTask& input, const CommandContext& context) {
    if (!input.to && !input.session_id) {
        return fail(ErrorCode::invalid_input, "task reassign needs somebody to give the task to.",
                    "Name an agent or role with --to, or a session with --session-id.");
    }
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.id, context.bad));
    const bool is_begun = task.status == TaskStatus::active || task.status == TaskStatus::review;
    if (is_begun) HM_TRY(end_task(task, TaskStatus::planned, context));
    if (input.to) {
        task.assigned_to = input.to;
        HM_TRY_ASSIGN(task.delegated_by, Word::make(actor_name(context.actor)));
    }
    if (input.session_id) {
        HM_TRY(check_not_blocked(task, context));
        HM_TRY(move_to(task, TaskStatus::active, context.now));
        task.assigned_session_id = input.session_id;
    }
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    return Receipt{fmt::format("Gave \"{}\" to {}.", task.name.view(),
                               input.to ? input.to->str() : "session " + input.session_id->text()),
                   task.id, task.id};
}

}  // namespace

Command reassign_task() {
    return make_command<ReassignTask, run>("task reassign", "Give a task to another agent, role or session.", "id to",
                                           Access::person);
}

}  // namespace hm
