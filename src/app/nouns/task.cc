// task: what people can change on a task beside its course, which has commands of its own.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> take_kind(Task& task, const CommandContext&) {
    task.kind = task.parent_task_id ? TaskKind::sub : TaskKind::main;
    return {};
}

Result<void> check_is_idle(Task& task, const CommandContext&) {
    if (task.status != TaskStatus::active) return {};
    return fail(ErrorCode::conflict, fmt::format("Task {} is active.", task.id.text()), "Release or complete it first.",
                "Somebody works on it.");
}

}  // namespace

std::vector<Command> task_commands() {
    return {
        create_noun<Task, take_kind>("task create", "Put a task on the list, to be started later.", "name"),
        change_noun<Task, take_kind, StatusChange::by_own_command>(
            "task change", "Change what a task asks for or allows.", Access::person),
        remove_noun<Task, check_is_idle>("task remove", "Take a task out of use; it stays in the store.",
                                         Access::person),
    };
}

}  // namespace hm
