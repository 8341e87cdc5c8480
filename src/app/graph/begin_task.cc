#include "app/graph/begin_task.h"

#include <fmt/format.h>

#include "app/facts/load_blockers.h"
#include "app/graph/acting.h"
#include "app/graph/delegated.h"
#include "app/graph/read_head.h"
#include "domain/lifecycles.h"
#include "domain/session.h"
#include "engine/graph/assignee.h"
#include "store/sql/plan.h"

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
                      "Report your findings and let the one who plans give it to you, or start another task.",
                      fmt::format("This task is assigned to \"{}\"{}.", task.assigned_to->view(), giver),
                      {fmt::format("task {}: assigned_to = \"{}\", your role = \"{}\"", task.id.text(),
                                   task.assigned_to->view(), who.role)}});
}

}  // namespace

Result<void> check_not_blocked(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(context.connection(), task.id));
    if (blockers.empty()) return {};
    Error error{ErrorCode::conflict,
                fmt::format("The task \"{}\" cannot start: it is blocked.", task.name.view()),
                remedy_of(blockers.front()),
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

Result<void> begin_task(Task& task, const CommandContext& context) {
    HM_TRY(check_role_works(context.actor, "Starting a task"));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    HM_TRY(check_is_assigned(task, who));
    HM_TRY(check_not_blocked(task, context));
    HM_TRY(move_to(task, TaskStatus::active, context.now));
    task.assigned_session_id = context.actor.session_id;
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

Result<Error> held_by_another(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto session, find<Session>(context.connection(), *task.assigned_session_id, context.bad));
    std::string holder =
        fmt::format("\"{}\" is held by session {}", task.name.view(), task.assigned_session_id->text());
    if (session) {
        holder += fmt::format(" ({}{} in {})", session->agent ? session->agent->str() + ", " : "", session->role.view(),
                              session->client.view());
    }
    if (task.started_at) holder += fmt::format(" since {}", to_iso(*task.started_at));
    return Error{ErrorCode::conflict,
                 fmt::format("Task {} cannot be started here.", task.id.text()),
                 "Start another task, or ask the person to release it with `hivemind task release`.",
                 "Another session works on it.",
                 {std::move(holder)}};
}

}  // namespace hm
