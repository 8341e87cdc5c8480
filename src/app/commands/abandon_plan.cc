// plan abandon: gives a plan up, with its open tasks. After a while it leaves the context; it stays in the store.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/end_task.h"
#include "app/graph/plan_documents.h"
#include "app/graph/plan_meant.h"
#include "app/task_in_hand.h"
#include "domain/lifecycles.h"
#include "store/sql/phase.h"
#include "store/sql/task.h"

namespace hm {
namespace {

struct AbandonPlan {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &AbandonPlan::id, "The plan; without it, the one you are at."));
        visit(field("reason", &AbandonPlan::reason, "Why; kept as a remark on the plan."));
    }
};

constexpr std::int64_t most_tasks = 100'000;

// Answers the tasks of other plans that waited for one of these.
Result<std::vector<std::string>> abandon_tasks(const Plan& plan, const CommandContext& context, std::size_t& count) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_of_plan(context.connection(), plan.id, most_tasks, context.bad));
    std::vector<Task> given_up;
    for (Task& task : tasks) {
        if (is_ended(task.status)) continue;
        HM_TRY(check_is_own(task, context.actor, "Abandoning the plan, and with it"));
        HM_TRY(end_task(task, TaskStatus::abandoned, context));
        given_up.push_back(std::move(task));
    }
    count = given_up.size();
    std::vector<std::string> waiting;
    for (Task& task : given_up) {
        HM_TRY_ASSIGN(const auto lines, leave_if_chain_breaks(task, context));
        for (const std::string& line : lines) {
            if (waiting.size() < 6) waiting.push_back(line);
        }
    }
    return waiting;
}

Result<Receipt> run(const AbandonPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Abandoning a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    HM_TRY(move_to(plan, PlanStatus::abandoned, context.now));
    HM_TRY(update(context.transaction, plan));
    std::size_t count = 0;
    HM_TRY_ASSIGN(const auto waiting, abandon_tasks(plan, context, count));
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    for (Phase& phase : phases) {
        if (phase.status == PhaseStatus::completed || phase.status == PhaseStatus::abandoned) continue;
        HM_TRY(move_to(phase, PhaseStatus::abandoned, context.now));
        HM_TRY(update(context.transaction, phase));
    }
    HM_TRY_ASSIGN(const std::size_t documents, end_documents(plan, ArtifactStatus::abandoned, context));
    HM_TRY(keep_reason(plan.id, "Abandoned", input.reason, context));
    Receipt receipt{
        fmt::format("Abandoned the plan \"{}\" with {} open {}. It leaves the context in {}.", plan.title.view(), count,
                    count == 1 ? "task" : "tasks", to_text(context.settings.abandoned_leaves_after)),
        plan.id, std::nullopt};
    receipt.details["reason"] = input.reason.str();
    if (documents > 0) receipt.details["documents_abandoned"] = documents;
    if (!waiting.empty()) receipt.details["still_waiting"] = lines_of(waiting);
    return receipt;
}

}  // namespace

Command abandon_plan() {
    return make_command<AbandonPlan, run>("plan abandon", "Give a plan up, with its open tasks.", "reason");
}

}  // namespace hm
