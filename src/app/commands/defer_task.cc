// task defer: puts work off. The task goes back to the list as planned ahead, with the reason; what was done under it
// stays.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/end_task.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct DeferTask {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &DeferTask::id, "The task; without it, the one this session works on."));
        visit(field("reason", &DeferTask::reason, "Why it is put off; kept as a remark on the task."));
    }
};

Result<Receipt> run(const DeferTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Deferring"));
    task.planned_ahead = true;
    if (task.status == TaskStatus::planned) {
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
    } else if (is_ended(task.status)) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("Task {} has ended.", task.id.text()),
                          "Ask the person to reopen it with `hivemind task reopen`.",
                          "Only work that is not over can be put off.",
                          {fmt::format("it is {} now", name_of(task.status))}});
    } else {
        HM_TRY(end_task(task, TaskStatus::planned, context));
    }
    HM_TRY(keep_reason(task.id, "Deferred", input.reason, context));
    Receipt receipt{fmt::format("Put \"{}\" off; it stays on the list as planned ahead.", task.name.view()), task.id,
                    task.id};
    receipt.details["reason"] = input.reason.str();
    return receipt;
}

}  // namespace

Command defer_task() {
    return make_command<DeferTask, run>("task defer", "Put a task off, with the reason.", "reason");
}

}  // namespace hm
