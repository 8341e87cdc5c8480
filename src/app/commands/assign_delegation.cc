// delegate assign: hands a planned task to another agent or role, with what it may use. There must be such a task
// first.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/delegated.h"
#include "app/graph/end_task.h"
#include "app/graph/task_drafts.h"
#include "app/task_in_hand.h"
#include "domain/delegation_lifecycle.h"
#include "store/sql/delegation.h"
#include "store/sql/plan.h"

namespace hm {
namespace {

struct AssignDelegation {
    Id task_id;
    std::optional<Word> to;
    std::optional<Paragraph> context;
    std::vector<Word> allowed_tools;
    std::vector<FilePath> allowed_paths;
    std::optional<Time> expires_at;

    static constexpr void fields(auto&& visit) {
        visit(field("task_id", &AssignDelegation::task_id, "The planned task to hand over; plan one first."));
        visit(field("to", &AssignDelegation::to,
                    "Agent or role that shall do it; left out: as the plan's category asks."));
        visit(same_as(&Delegation::context, &AssignDelegation::context));
        visit(same_as(&Task::allowed_tools, &AssignDelegation::allowed_tools));
        visit(same_as(&Task::allowed_paths, &AssignDelegation::allowed_paths));
        visit(same_as(&Delegation::expires_at, &AssignDelegation::expires_at));
    }
};

// A task that was handed over once is called back before it is handed over again; what nobody took up in time ends.
Result<void> end_earlier(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        const bool is_late = delegation.expires_at && *delegation.expires_at < context.now;
        if (!is_late) {
            return fail(Error{ErrorCode::conflict,
                              fmt::format("Task {} is already handed over.", task.id.text()),
                              fmt::format("Recall it first: govern_delegate recall, task_id {}.", task.id.text()),
                              "A task is given to one at a time.",
                              {fmt::format("delegation {} to {} is {}", delegation.id.text(), delegation.to_role.view(),
                                           name_of(delegation.status))}});
        }
        HM_TRY(move_to(delegation, DelegationStatus::expired, context.now));
        HM_TRY(update(context.transaction, delegation));
    }
    return {};
}

Result<Word> receiver(const AssignDelegation& input, const Task& task, const CommandContext& context) {
    if (input.to) return *input.to;
    HM_TRY_ASSIGN(const auto plan, plan_of_task(context.connection(), task.id, context.bad));
    return Word::make(std::string(usual_role(plan ? plan->category : PlanCategory::development)));
}

Result<Receipt> run(const AssignDelegation& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::delegate, "Delegating", context));
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), input.task_id, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Handing over"));
    if (task.status != TaskStatus::planned) HM_TRY(end_task(task, TaskStatus::planned, context));
    HM_TRY(end_earlier(task, context));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    Delegation delegation;
    HM_TRY(context.begin(delegation));
    delegation.task_id = task.id;
    delegation.from_role = who.name;
    HM_TRY_ASSIGN(delegation.to_role, receiver(input, task, context));
    delegation.from_session_id = context.actor.session_id;
    delegation.context = input.context;
    delegation.expires_at = input.expires_at.value_or(context.now + context.settings.delegation_lasts);
    HM_TRY(join_chain(delegation, context));
    HM_TRY(insert(context.transaction, delegation));
    task.assigned_to = delegation.to_role;
    task.delegated_by = who.name;
    if (!input.allowed_tools.empty()) task.allowed_tools = input.allowed_tools;
    if (!input.allowed_paths.empty()) task.allowed_paths = input.allowed_paths;
    HM_TRY(settle_patterns(task.allowed_paths, context));
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    Receipt receipt{
        fmt::format("Handed \"{}\" to {}, depth {}.", task.name.view(), delegation.to_role.view(), delegation.depth),
        delegation.id, task.id};
    receipt.details["expires_at"] = to_iso(*delegation.expires_at);
    return receipt;
}

}  // namespace

Command assign_delegation() {
    return make_command<AssignDelegation, run>("delegate assign", "Hand a planned task to another agent or role.",
                                               "task_id to");
}

}  // namespace hm
