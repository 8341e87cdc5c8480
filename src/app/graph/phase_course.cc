#include "app/graph/phase_course.h"

#include <fmt/format.h>

#include "app/new_event.h"
#include "domain/phase_lifecycle.h"
#include "domain/task_lifecycle.h"
#include "store/sql/event.h"
#include "store/sql/phase.h"
#include "store/sql/task.h"

namespace hm {
namespace {

Result<void> move_with_event(Phase& phase, PhaseStatus to, std::string_view kind, const CommandContext& context) {
    HM_TRY(move_to(phase, to, context.now));
    HM_TRY(update(context.transaction, phase));
    Event event = new_event(kind, fmt::format("The phase \"{}\" is {} now", phase.title.view(), name_of(to)),
                            context.actor, context.now, context.ids);
    event.subject_id = phase.id;
    HM_TRY(append_event(context.transaction, std::move(event)));
    return {};
}

}  // namespace

Result<std::optional<std::string>> complete_phase_after(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id) return std::nullopt;
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (!phase || phase->status != PhaseStatus::active) return std::nullopt;
    HM_TRY_ASSIGN(const bool has_open, has_open_task(context.connection(), phase->id));
    if (has_open) return std::nullopt;
    HM_TRY(move_with_event(*phase, PhaseStatus::completed, "phase.completed", context));
    return phase->title.str();
}

Result<std::optional<Plan>> plan_reached_by(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id) return std::nullopt;
    HM_TRY_ASSIGN(const auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (!phase) return std::nullopt;
    HM_TRY_ASSIGN(auto plan, find<Plan>(context.connection(), phase->parent_plan_id, context.bad));
    if (!plan || plan->status != PlanStatus::active) return std::nullopt;
    HM_TRY_ASSIGN(const std::int64_t open, count_open_tasks(context.connection(), plan->id));
    if (open > 0) return std::nullopt;
    Event event =
        new_event("plan.reached", fmt::format("Nothing of the plan \"{}\" is open any more", plan->title.view()),
                  context.actor, context.now, context.ids);
    event.subject_id = plan->id;
    HM_TRY(append_event(context.transaction, std::move(event)));
    return plan;
}

Result<void> reopen_phase(Phase& phase, const CommandContext& context) {
    if (phase.status != PhaseStatus::completed) return {};
    return move_with_event(phase, PhaseStatus::active, "phase.reopened", context);
}

Result<void> reopen_phase_of(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id || is_ended(task.status)) return {};
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    return phase ? reopen_phase(*phase, context) : Result<void>();
}

}  // namespace hm
