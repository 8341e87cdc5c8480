// delegate recall: takes a task back that was handed over. The session that worked on it holds it no longer.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/end_task.h"
#include "app/task_in_hand.h"
#include "domain/delegation_lifecycle.h"
#include "domain/task_lifecycle.h"
#include "store/sql/delegation.h"

namespace hm {
namespace {

struct RecallDelegation {
    Id task_id;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("task_id", &RecallDelegation::task_id, "The task to take back."));
        visit(field("reason", &RecallDelegation::reason, "Why; kept as a remark on the task."));
    }
};

Result<void> check_is_giver(const Delegation& delegation, const CommandContext& context) {
    const bool is_anothers = delegation.from_session_id && delegation.from_session_id != context.actor.session_id;
    if (!is_anothers || context.actor.kind == ActorKind::person) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("Recalling task {}.", delegation.task_id.text()),
                      "Leave it to the session that handed it over, or ask the person.",
                      "Another session handed it over.",
                      {fmt::format("handed over by session {}", delegation.from_session_id->text())}});
}

Result<Receipt> run(const RecallDelegation& input, const CommandContext& context) {
    HM_TRY(check_role_may(&RoleProfile::delegate, "Recalling a delegation", context.actor));
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.task_id, context.bad));
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    if (open.empty()) {
        return fail(ErrorCode::not_found, fmt::format("Task {} is not handed over.", task.id.text()),
                    "`hivemind delegate status` shows what is.");
    }
    for (Delegation& delegation : open) {
        HM_TRY(check_is_giver(delegation, context));
        HM_TRY(move_to(delegation, DelegationStatus::recalled, context.now));
        HM_TRY(update(context.transaction, delegation));
    }
    const std::optional<Id> worker = task.assigned_session_id;
    if (task.status == TaskStatus::active || task.status == TaskStatus::review) {
        HM_TRY(end_task(task, TaskStatus::planned, context));
    }
    task.assigned_to.reset();
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    if (input.reason) HM_TRY(keep_reason(task.id, "Recalled", *input.reason, context));
    Receipt receipt{fmt::format("Took \"{}\" back.", task.name.view()), open.front().id, task.id};
    if (worker) receipt.details["taken_from_session"] = worker->text();
    return receipt;
}

}  // namespace

Command recall_delegation() {
    return make_command<RecallDelegation, run>("delegate recall", "Take a task back that was handed over.",
                                               "task_id reason");
}

}  // namespace hm
