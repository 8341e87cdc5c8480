// delegate assign: hands a planned task to another agent or role, with what it may use. There must be such a task
// first.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "base/short_id.h"
#include "domain/delegation.h"
#include "domain/task.h"
#include "store/queries/work.h"
#include "view/text.h"

namespace hm {
namespace {

// From the first who gave work away down to the one above, as "a → b"; each delegation once.
Result<std::vector<std::string>> chain_above(const Delegation& delegation, const CommandContext& context) {
    std::vector<std::string> names{delegation.from_role.str()};
    std::optional<Id> above = delegation.parent_id;
    for (std::int64_t i = 0; above && i < 16; ++i) {
        HM_TRY_ASSIGN(const auto parent, find<Delegation>(context.connection(), *above, context.bad));
        if (!parent) break;
        if (names.back() != parent->to_role.view()) names.push_back(parent->to_role.str());
        names.push_back(parent->from_role.str());
        above = parent->parent_id;
    }
    std::reverse(names.begin(), names.end());
    return names;
}

Error chain_error(std::string what, std::string why, const std::vector<std::string>& chain) {
    return {ErrorCode::refused,
            std::move(what),
            "Do the task yourself, or report back to the one who gave it to you.",
            std::move(why),
            {fmt::format("{}", fmt::join(chain, " → "))}};
}

}  // namespace

Result<void> join_chain(Delegation& delegation, const CommandContext& context) {
    if (!delegation.parent_id && context.actor.session_id) {
        HM_TRY_ASSIGN(const auto own,
                      delegation_worked_on(context.connection(), *context.actor.session_id, context.bad));
        if (own) delegation.parent_id = own->id;
    }
    if (delegation.parent_id) {
        HM_TRY_ASSIGN(const auto parent, find<Delegation>(context.connection(), *delegation.parent_id, context.bad));
        delegation.depth = parent ? parent->depth + 1 : 1;
    }
    HM_TRY_ASSIGN(std::vector<std::string> chain, chain_above(delegation, context));
    const bool is_circular = std::find(chain.begin(), chain.end(), delegation.to_role.view()) != chain.end();
    chain.push_back(delegation.to_role.str());
    if (is_circular) {
        return fail(chain_error(fmt::format("Delegation goes in a circle: {}.", fmt::join(chain, " → ")),
                                "The work would come back to somebody who gave it away.", chain));
    }
    if (delegation.depth > max_delegation_depth) {
        return fail(chain_error(fmt::format("A delegation {} deep.", delegation.depth),
                                fmt::format("Work may be handed on {} times at the most.", max_delegation_depth),
                                chain));
    }
    return {};
}

Result<void> accept_delegation(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        if (delegation.status != DelegationStatus::pending) continue;
        const bool is_late = delegation.expires_at && *delegation.expires_at < context.now;
        const DelegationStatus next = is_late ? DelegationStatus::expired : DelegationStatus::accepted;
        HM_TRY(move_to(delegation, next, context.now));
        if (!is_late) delegation.child_session_id = context.actor.session_id;
        HM_TRY(update(context.transaction, delegation));
    }
    return {};
}

Result<void> end_delegation(const Task& task, DelegationStatus status, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        // What nobody took up was not done under it; it is called back.
        const bool is_taken_up = delegation.status == DelegationStatus::accepted;
        HM_TRY(move_to(delegation, is_taken_up ? status : DelegationStatus::recalled, context.now));
        if (is_taken_up && task.result.evidence) delegation.result = task.result.evidence;
        HM_TRY(update(context.transaction, delegation));
    }
    return {};
}

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
                              fmt::format("Recall it first: govern_delegate {{\"action\":\"recall\",\"task\":\"{}\"}}.",
                                          short_id(task.id)),
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

// delegate recall: takes a task back that was handed over. The session that worked on it holds it no longer.

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
    HM_TRY(check_role_may(&Role::delegate, "Recalling a delegation", context));
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

// delegate status: what was handed to whom, as a tree.

namespace {

struct DelegationInput {
    std::optional<Id> task_id;
    std::optional<std::int64_t> limit;
    static constexpr void fields(auto&& visit) {
        visit(field("task_id", &DelegationInput::task_id, "Only those of this task."));
        visit(field("limit", &DelegationInput::limit, "Most to show; 50 when left out."));
    }
};

// Nobody moves a delegation when its time is over; it is shown as what it is.
std::string status_of(const Delegation& delegation, Time now) {
    const bool is_late =
        delegation.status == DelegationStatus::pending && delegation.expires_at && *delegation.expires_at < now;
    return std::string(name_of(is_late ? DelegationStatus::expired : delegation.status));
}

Result<std::string> line_of(const Delegation& delegation, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto task, find<Task>(context.connection(), delegation.task_id, context.bad));
    return fmt::format(
        "{}{}  {} → {}  [{}]  \"{}\" {}\n", std::string(2 * static_cast<std::size_t>(delegation.depth - 1), ' '),
        delegation.id.text(), plain_text(delegation.from_role.view()), plain_text(delegation.to_role.view()),
        status_of(delegation, context.now), task ? plain_text(task->name.view()) : "", delegation.task_id.text());
}

Result<Answer> run(const DelegationInput& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto all,
                  list_delegations(context.connection(), input.task_id, list_limit(input.limit), context.bad));
    json::array data;
    std::string text = all.empty() ? "Nothing was handed over.\n" : "";
    // Newest first in the store; a tree reads from the first one down.
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        json::object object = Codec<Delegation>::encode_object(*each);
        object["status"] = status_of(*each, context.now);
        data.push_back(std::move(object));
        HM_TRY_ASSIGN(const std::string line, line_of(*each, context));
        text += line;
    }
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query delegation_status() {
    return make_query<DelegationInput, run>("delegate status", "Show what was handed to whom.", "task_id");
}

// delegation: tasks handed from one role to another.

namespace {

Result<void> fit_into_chain(Delegation& delegation, const CommandContext& context) {
    delegation.from_session_id = context.actor.session_id;
    return join_chain(delegation, context);
}

}  // namespace

std::vector<Command> delegation_commands() {
    return {
        create_noun<Delegation, fit_into_chain>("delegation create", "Hand a task from one role to another.",
                                                "task_id"),
        change_noun<Delegation>("delegation change", "Change a delegation, its status included.", Access::person),
        remove_noun<Delegation>("delegation remove", "Take a delegation out of use; it stays in the store.",
                                Access::person),
    };
}

}  // namespace hm
