#include <fmt/format.h>

#include "app/session/read_head.h"
#include "app/work/task.h"
#include "base/short_id.h"
#include "domain/comment.h"
#include "domain/lifecycles.h"
#include "domain/session.h"
#include "domain/task.h"
#include "engine/work/readiness.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {
namespace {

constexpr std::size_t most_blockers_shown = 5;

// A draft plan and a planned phase begin with their first task.
Result<void> open_plan_and_phase(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto plan, plan_of_task(context.connection(), task.id, context.bad));
    if (plan && plan->status == PlanStatus::draft) {
        HM_TRY(move_to(*plan, PlanStatus::active, context.now));
        HM_TRY(update(context.transaction, *plan));
    }
    if (!task.parent_phase_id) return {};
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (phase && phase->status == PhaseStatus::planned) {
        HM_TRY(move_to(*phase, PhaseStatus::active, context.now));
        HM_TRY(update(context.transaction, *phase));
    }
    return {};
}

Result<void> check_is_assigned(const Task& task, const Acting& who) {
    // Who typed in an agent's shell is not known; the gate has judged that call by its session.
    if (who.role.empty() || !is_given_to_another(task, who.agent, who.role)) return {};
    const std::string giver = task.delegated_by ? fmt::format(" (delegated by {})", task.delegated_by->view()) : "";
    return fail(Error{ErrorCode::refused,
                      fmt::format("Starting the task \"{}\" as {}.", task.name.view(), who.name.view()),
                      "Start another task, or report what you found; whoever planned it can give it to you.",
                      fmt::format("This task is assigned to \"{}\"{}.", task.assigned_to->view(), giver),
                      {fmt::format("task {}: assigned_to = \"{}\", your role = \"{}\"", task.id.text(),
                                   task.assigned_to->view(), who.role)}});
}

}  // namespace

Result<void> check_not_blocked(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(context.connection(), task.id));
    if (blockers.empty()) return {};
    HM_TRY_ASSIGN(const auto first, first_startable(blockers, context.connection(), context.bad));
    Error error{
        ErrorCode::conflict,
        fmt::format("The task \"{}\" cannot start: it is blocked.", task.name.view()),
        first ? fmt::format("Call govern_task with {{\"action\":\"start\",\"task\":\"{}\"}} for \"{}\", which can "
                            "begin now.",
                            short_id(first->id), first->name.view())
              : remedy_of(blockers.front()),
        fmt::format("It {}.", to_words(blockers.front())),
        {}};
    for (const Blocker& blocker : blockers) {
        if (error.evidence.size() == most_blockers_shown) {
            error.evidence.push_back(fmt::format("and {} more", blockers.size() - most_blockers_shown));
            break;
        }
        error.evidence.push_back(fmt::format("{} {}: {}", name_of(blocker.as), blocker.id.text(), to_words(blocker)));
    }
    return fail(std::move(error));
}

Result<void> check_may_begin(const Task& task, const CommandContext& context) {
    HM_TRY(check_role_works(context, "Starting a task"));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    HM_TRY(check_is_assigned(task, who));
    return check_not_blocked(task, context);
}

Result<void> begin_task(Task& task, const CommandContext& context) {
    HM_TRY(check_may_begin(task, context));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    HM_TRY(move_to(task, TaskStatus::active, context.now));
    task.assigned_session_id = context.actor.session_id;
    begin_ownership(task);
    task.taken_from.reset();
    task.planned_ahead = false;
    if (!task.assigned_to) {
        task.assigned_to = who.name;
        task.delegated_by = who.name;
    }
    HM_TRY(update(context.transaction, task));
    HM_TRY(open_plan_and_phase(task, context));
    HM_TRY(accept_delegation(task, context));
    return read_head_to(task, context);
}

namespace {

// Receipts are kept with their event, which is small.
constexpr std::size_t most_lines = 6;

DelegationStatus delegation_end(TaskStatus status) {
    if (status == TaskStatus::completed) return DelegationStatus::completed;
    return status == TaskStatus::failed ? DelegationStatus::failed : DelegationStatus::recalled;
}

std::string line_of(const Task& task) {
    return fmt::format("{} {}", task.id.text(), shorten(task.name.view(), 80));
}

}  // namespace

Result<void> end_task(Task& task, TaskStatus to, const CommandContext& context) {
    HM_TRY(move_to(task, to, context.now));
    HM_TRY(update(context.transaction, task));
    HM_TRY(end_delegation(task, delegation_end(to), context));
    return read_heads_off(task, context);
}

Result<void> end_open_parts(const Task& task, TaskStatus to, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Task> parts, parts_of(context.connection(), task.id, context.bad));
    for (Task& part : parts) {
        if (is_ended(part.status)) continue;
        HM_TRY(check_is_own(part, context.actor, "Ending its part,"));
        HM_TRY(end_open_parts(part, to, context));
        HM_TRY(end_task(part, to, context));
    }
    return {};
}

Result<std::vector<std::string>> leave_if_chain_breaks(Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Task> waiting, tasks_waiting_for(context.connection(), task.id, context.bad));
    if (waiting.empty()) return std::vector<std::string>{};
    task.archived_at = context.now;
    HM_TRY(update(context.transaction, task));
    std::vector<std::string> lines;
    for (const Task& each : waiting) {
        if (lines.size() == most_lines) break;
        lines.push_back(line_of(each));
    }
    return lines;
}

Result<std::vector<std::string>> made_ready_by(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Task> waiting, tasks_waiting_for(context.connection(), task.id, context.bad));
    std::vector<std::string> lines;
    for (const Task& each : waiting) {
        if (each.status != TaskStatus::planned || lines.size() == most_lines) continue;
        HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(context.connection(), each.id));
        if (blockers.empty()) lines.push_back(line_of(each));
    }
    return lines;
}

Result<void> keep_reason(const Id& on, std::string_view act, const Sentence& reason, const CommandContext& context) {
    Comment comment;
    HM_TRY(context.begin(comment));
    comment.on_id = on;
    HM_TRY_ASSIGN(comment.text, Paragraph::make(fmt::format("{}: {}", act, reason.view())));
    HM_TRY_ASSIGN(comment.author, Word::make(actor_name(context.actor)));
    // What an agent wrote itself is no news to it.
    if (context.actor.kind != ActorKind::person) comment.read_at = context.now;
    return insert(context.transaction, comment);
}

json::array lines_of(const std::vector<std::string>& lines) {
    json::array array;
    for (const std::string& line : lines) array.emplace_back(line);
    return array;
}

namespace {

Error not_of_this_role(std::string_view act, const CommandContext& context, std::string remedy) {
    const std::string& name = context.actor.role;
    const Role& role = role_or_least(context.settings.roles, name);
    return {ErrorCode::refused,
            fmt::format("{} by the role {}.", act, name),
            std::move(remedy),
            fmt::format("The role is: {}", role.sentence ? role.sentence->view() : "not described"),
            {fmt::format("role {}", name)}};
}

}  // namespace

Result<Acting> acting(const CommandContext& context) {
    Acting who{.agent = {}, .role = context.actor.role, .name = {}};
    if (context.actor.session_id) {
        HM_TRY_ASSIGN(const auto session, find<Session>(context.connection(), *context.actor.session_id, context.bad));
        if (session && session->agent) who.agent = session->agent->str();
    }
    HM_TRY_ASSIGN(who.name, Word::make(who.agent.empty() ? actor_name(context.actor) : who.agent));
    return who;
}

Result<void> check_role_may(bool Role::* right, std::string_view act, const CommandContext& context) {
    const std::string& name = context.actor.role;
    if (name.empty() || role_or_least(context.settings.roles, name).*right) return {};
    return fail(not_of_this_role(act, context, "Report what is needed to whoever started you, or to the person."));
}

Result<void> check_role_works(const CommandContext& context, std::string_view act) {
    const std::string& name = context.actor.role;
    if (name.empty() || role_or_least(context.settings.roles, name).work_on_tasks) return {};
    return fail(not_of_this_role(act, context, "Give the task away: govern_delegate with {\"action\":\"assign\"}."));
}

}  // namespace hm
