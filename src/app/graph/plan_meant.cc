#include "app/graph/plan_meant.h"

#include <fmt/format.h>

#include "app/graph/phase_course.h"
#include "store/sql/phase.h"
#include "store/sql/plan.h"
#include "store/sql/trajectory.h"

namespace hm {
namespace {

constexpr std::int64_t most_shown = 8;

Result<Plan> require_plan(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto plan, find<Plan>(context.connection(), id, context.bad));
    if (plan) return std::move(*plan);
    return fail(ErrorCode::not_found, fmt::format("No plan {}.", id.text()), "Use an id from `hivemind plan list`.");
}

bool is_over(const Phase& phase) {
    return phase.status == PhaseStatus::completed || phase.status == PhaseStatus::abandoned;
}

Result<Phase> new_phase(const Plan& plan, Title title, std::int64_t position, const CommandContext& context) {
    Phase phase;
    HM_TRY(context.begin(phase));
    phase.parent_plan_id = plan.id;
    phase.title = std::move(title);
    phase.position = position;
    HM_TRY(insert(context.transaction, phase));
    return phase;
}

}  // namespace

Result<Plan> plan_meant(const std::optional<Id>& id, const CommandContext& context) {
    if (id) return require_plan(*id, context);
    HM_TRY_ASSIGN(const auto head, read_head_of(context.connection(), context.actor.session_id, context.bad));
    if (head && head->active_plan_id) return require_plan(*head->active_plan_id, context);
    HM_TRY_ASSIGN(std::vector<Plan> open, open_plans(context.connection(), most_shown, context.bad));
    if (open.size() == 1) return std::move(open.front());
    Error error{open.empty() ? ErrorCode::not_found : ErrorCode::conflict,
                open.empty() ? "No plan is open." : "More than one plan is open.",
                open.empty() ? "Make one: govern_plan create or quick_start, `hivemind plan create \"…\"`."
                             : "Name the plan by its id.",
                open.empty() ? "Nothing was planned yet." : "Which one is meant cannot be told.",
                {}};
    for (const Plan& plan : open) error.evidence.push_back(fmt::format("{} {}", plan.id.text(), plan.title.view()));
    return fail(std::move(error));
}

Result<void> check_is_open(const Plan& plan) {
    if (!plan.archived_at && (plan.status == PlanStatus::draft || plan.status == PlanStatus::active)) return {};
    return fail(
        Error{ErrorCode::conflict,
              fmt::format("The plan \"{}\" takes no more work.", plan.title.view()),
              "Plan it in another one, or ask the person to take this one up again.",
              "It is over.",
              {fmt::format("plan {} is {}", plan.id.text(), plan.archived_at ? "out of use" : name_of(plan.status))}});
}

Result<Phase> phase_meant(const Plan& plan, const std::optional<Title>& title, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    const std::int64_t next = phases.empty() ? 0 : phases.back().position + 1;
    if (!title) {
        for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase) {
            if (!is_over(*phase)) return std::move(*phase);
        }
        if (!phases.empty() && phases.back().status == PhaseStatus::completed) {
            HM_TRY(reopen_phase(phases.back(), context));
            return std::move(phases.back());
        }
        HM_TRY_ASSIGN(Title usual, Title::make("Work"));
        return new_phase(plan, std::move(usual), next, context);
    }
    for (Phase& phase : phases) {
        if (phase.title != *title && phase.id.text() != title->view()) continue;
        HM_TRY(reopen_phase(phase, context));
        if (!is_over(phase)) return std::move(phase);
        return fail(ErrorCode::conflict, fmt::format("The phase \"{}\" takes no more work.", phase.title.view()),
                    "Name another phase, or a new one.", fmt::format("It is {}.", name_of(phase.status)));
    }
    return new_phase(plan, *title, next, context);
}

}  // namespace hm
