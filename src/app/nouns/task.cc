// task: what people can change on a task beside its course, which has commands of its own.
#include "store/sql/task.h"
#include "app/graph/in_order.h"
#include "app/graph/task_drafts.h"
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

// The store would refuse it too; here we can still say who holds the file.
Result<void> check_locks_are_free(const Task& task, const CommandContext& context) {
    for (const FilePath& path : task.file_locks) {
        HM_TRY_ASSIGN(const auto holder, holder_of(context.connection(), path));
        if (!holder || *holder == task.id) continue;
        return fail(Error{ErrorCode::conflict,
                          fmt::format("The lock on {} cannot be taken.", path.view()),
                          "Wait until that task ends, or have it released.",
                          "A file is held by one task at a time. Nothing was changed.",
                          {fmt::format("{} is held by task {}", path.view(), holder->text())}});
    }
    return {};
}

Result<void> settle_task(Task& task, const CommandContext& context) {
    HM_TRY(settle_parent(task, context));
    if (task.assigned_to && !task.delegated_by) {
        HM_TRY_ASSIGN(task.delegated_by, Word::make(actor_name(context.actor)));
    }
    return check_locks_are_free(task, context);
}

Result<void> check_is_idle(Task& task, const CommandContext&) {
    if (task.status != TaskStatus::active) return {};
    return fail(ErrorCode::conflict, fmt::format("Task {} is active.", task.id.text()), "Release or complete it first.",
                "Somebody works on it.");
}

}  // namespace

std::vector<Command> task_commands() {
    return {
        with_run(create_noun<Task>("task create", "Put a task on the list, to be started later.", "name"),
                 in_order<run_create<Task, settle_task>>),
        with_run(change_noun<Task, no_rule<Task>, StatusChange::by_own_command>(
                     "task change", "Change what a task asks for or allows.", Access::person),
                 in_order<run_change<Task, settle_task, StatusChange::by_own_command>>),
        remove_noun<Task, check_is_idle>("task remove", "Take a task out of use; it stays in the store.",
                                         Access::person),
    };
}

}  // namespace hm
