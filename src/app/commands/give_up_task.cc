// task fail, abandon, invalidate: a task that will not be done, each with its reason, which is kept as a remark on it.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/end_task.h"
#include "app/task_in_hand.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

struct GiveUpTask {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &GiveUpTask::id, "The task; without it, the one this session works on."));
        visit(field("reason", &GiveUpTask::reason, "Why; kept as a remark on the task."));
    }
};

struct Act {
    TaskStatus to;
    std::string_view doing;
    std::string_view done;
};

template <const Act& Way>
Result<Receipt> run(const GiveUpTask& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, named_or_in_hand(context.connection(), input.id, context.actor, context.bad));
    HM_TRY(check_is_own(task, context.actor, Way.doing));
    HM_TRY(end_task(task, Way.to, context));
    HM_TRY(keep_reason(task.id, Way.done, input.reason, context));
    HM_TRY(end_open_parts(task, TaskStatus::abandoned, context));
    Receipt receipt{fmt::format("{} \"{}\".", Way.done, task.name.view()), task.id, task.id};
    receipt.details["reason"] = input.reason.str();
    if (Way.to == TaskStatus::failed) return receipt;
    HM_TRY_ASSIGN(const auto waiting, leave_if_chain_breaks(task, context));
    if (!waiting.empty()) {
        receipt.details["chain_broken"] = "It left the lists at once, because others wait for it.";
        receipt.details["still_waiting"] = lines_of(waiting);
    }
    return receipt;
}

constexpr Act failing{TaskStatus::failed, "Failing", "Failed"};
constexpr Act abandoning{TaskStatus::abandoned, "Abandoning", "Abandoned"};
constexpr Act invalidating{TaskStatus::invalidated, "Invalidating", "Invalidated"};

}  // namespace

Command fail_task() {
    return make_command<GiveUpTask, run<failing>>("task fail", "End a task that could not be done.", "reason");
}

Command abandon_task() {
    return make_command<GiveUpTask, run<abandoning>>("task abandon", "Give a task up; it stays in the store.",
                                                     "reason");
}

Command invalidate_task() {
    return make_command<GiveUpTask, run<invalidating>>("task invalidate", "Say that a task no longer makes sense.",
                                                       "reason");
}

}  // namespace hm
