// task reopen: puts a task that had ended back on the list.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/phase_course.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct ReopenTask {
    Id id;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ReopenTask::id, "The task to put back on the list."));
        visit(field("reason", &ReopenTask::reason, "Why it is not done after all."));
    }
};

Result<Receipt> run(const ReopenTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.id, context.bad));
    if (!is_ended(task.status)) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("Task {} has not ended.", task.id.text()),
                          "Use `hivemind task release` to give an active task back.",
                          "Only an ended task can be reopened.",
                          {fmt::format("it is {} now", name_of(task.status))}});
    }
    HM_TRY(move_to(task, TaskStatus::planned, context.now));
    HM_TRY(update(context.transaction, task));
    HM_TRY(reopen_phase_of(task, context));
    Receipt receipt{fmt::format("Put \"{}\" back on the list.", task.name.view()), task.id, task.id};
    if (input.reason) receipt.details["reason"] = input.reason->str();
    return receipt;
}

}  // namespace

Command reopen_task() {
    return make_command<ReopenTask, run>("task reopen", "Put a task that had ended back on the list.", "id reason",
                                         Access::person);
}

}  // namespace hm
