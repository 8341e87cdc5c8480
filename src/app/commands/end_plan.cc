// plan complete, archive: a plan whose tasks are over is reached, and put away.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/end_task.h"
#include "app/graph/plan_documents.h"
#include "app/graph/plan_meant.h"
#include "app/graph/read_head.h"
#include "domain/lifecycles.h"
#include "store/sql/phase.h"
#include "store/sql/task.h"

namespace hm {
namespace {

struct EndPlan {
    std::optional<Id> id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &EndPlan::id, "The plan; without it, the one you are at."));
    }
};

constexpr std::int64_t most_tasks = 10'000;

Result<void> check_tasks_are_over(const Plan& plan, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::int64_t open, count_open_tasks(context.connection(), plan.id));
    if (open == 0) return {};
    Error error{ErrorCode::conflict,
                fmt::format("The plan \"{}\" is not reached.", plan.title.view()),
                "Complete its tasks, or abandon them or the plan.",
                fmt::format("{} of its tasks {} not over.", open, open == 1 ? "is" : "are"),
                {}};
    HM_TRY_ASSIGN(const auto rows, task_rows_of_plan(context.connection(), plan.id, most_tasks));
    for (const TaskRow& row : rows) {
        const bool is_open = row.status == "planned" || row.status == "active" || row.status == "review";
        if (is_open && error.evidence.size() < 5)
            error.evidence.push_back(fmt::format("{} {}: {}", row.id.text(), row.name, row.status));
    }
    return fail(std::move(error));
}

Result<void> complete(Plan& plan, const CommandContext& context) {
    HM_TRY(check_tasks_are_over(plan, context));
    if (plan.status == PlanStatus::draft) {
        HM_TRY(move_to(plan, PlanStatus::active, context.now));
        HM_TRY(update(context.transaction, plan));
    }
    HM_TRY(move_to(plan, PlanStatus::completed, context.now));
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    for (Phase& phase : phases) {
        if (phase.status != PhaseStatus::active) continue;
        HM_TRY(move_to(phase, PhaseStatus::completed, context.now));
        HM_TRY(update(context.transaction, phase));
    }
    HM_TRY(end_documents(plan, ArtifactStatus::completed, context));
    return {};
}

Result<Receipt> run_complete(const EndPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Completing a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    HM_TRY(complete(plan, context));
    HM_TRY(update(context.transaction, plan));
    return Receipt{fmt::format("Completed the plan \"{}\".", plan.title.view()), plan.id, std::nullopt};
}

Result<Receipt> run_archive(const EndPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Archiving a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    if (plan.status == PlanStatus::active || plan.status == PlanStatus::draft) {
        HM_TRY(complete(plan, context));
        HM_TRY(update(context.transaction, plan));
    }
    HM_TRY(move_to(plan, PlanStatus::archived, context.now));
    HM_TRY(update(context.transaction, plan));
    HM_TRY(read_heads_off(plan, context.transaction, context.now, context.bad));
    return Receipt{fmt::format("Archived the plan \"{}\".", plan.title.view()), plan.id, std::nullopt};
}

}  // namespace

Command complete_plan() {
    return make_command<EndPlan, run_complete>("plan complete", "Say that a plan is reached; its tasks are over.",
                                               "id");
}

Command archive_plan() {
    return make_command<EndPlan, run_archive>("plan archive", "Put a plan away that is reached.", "id");
}

}  // namespace hm
