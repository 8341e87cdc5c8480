// task complete: ends a task with what shows that it is done.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/learn.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct CompleteTask {
    std::optional<Id> id;
    std::optional<Paragraph> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &CompleteTask::id, "The task; without it, the one this session works on."));
        visit(same_as(&TaskResult::evidence, &CompleteTask::evidence));
    }
};

Result<Task> named_or_in_hand(const CompleteTask& input, const CommandContext& context) {
    if (input.id) return require_task(context.connection(), *input.id, context.bad);
    return task_in_hand(context.connection(), context.actor, context.bad);
}

Result<Receipt> run(const CompleteTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(input, context));
    HM_TRY(check_is_own(task, context.actor, "Completing"));
    HM_TRY(move_to(task, TaskStatus::completed, context.now));
    task.result.evidence = input.evidence;
    HM_TRY(update(context.transaction, task));
    HM_TRY(learn_from_task(task, context));
    return Receipt{fmt::format("Completed \"{}\".", task.name.view()), task.id, task.id};
}

}  // namespace

Command complete_task() {
    return make_command<CompleteTask, run>("task complete", "End a task, with what shows that it is done.", "id");
}

}  // namespace hm
