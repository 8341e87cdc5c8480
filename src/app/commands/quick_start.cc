// plan quick-start: everything needed to begin in one call: a plan, its phase, its first task, started.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/begin_task.h"
#include "app/graph/plan_meant.h"
#include "app/graph/read_head.h"
#include "app/graph/task_drafts.h"
#include "domain/lifecycles.h"

namespace hm {
namespace {

struct QuickStart {
    Title name;
    std::optional<Title> title;
    std::optional<Paragraph> intent;
    std::optional<Paragraph> expected_output;
    std::optional<PlanCategory> category;
    std::vector<Sentence> acceptance;
    std::vector<FilePath> allowed_paths;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &QuickStart::name, "What is to be done first, in a few words."));
        visit(field("title", &QuickStart::title, "What the plan is called; without it, as its first task."));
        visit(same_as(&Plan::intent, &QuickStart::intent));
        visit(same_as(&Task::expected_output, &QuickStart::expected_output));
        visit(same_as(&Plan::category, &QuickStart::category));
        visit(same_as(&Plan::acceptance, &QuickStart::acceptance));
        visit(same_as(&Task::allowed_paths, &QuickStart::allowed_paths));
    }
};

Result<Plan> make_plan(const QuickStart& input, const Acting& who, const CommandContext& context) {
    Plan plan;
    HM_TRY(context.begin(plan));
    plan.title = input.title.value_or(input.name);
    plan.intent = input.intent;
    plan.category = input.category.value_or(plan.category);
    plan.acceptance = input.acceptance;
    plan.owned_by = who.name;
    HM_TRY(insert(context.transaction, plan));
    return plan;
}

Result<Receipt> run(const QuickStart& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Planning", context));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    HM_TRY_ASSIGN(const Plan plan, make_plan(input, who, context));
    HM_TRY(read_head_to(plan, context));
    HM_TRY_ASSIGN(const Phase phase, phase_meant(plan, std::nullopt, context));
    Task task;
    HM_TRY(context.begin(task));
    task.name = input.name;
    task.parent_phase_id = phase.id;
    task.expected_output = input.expected_output;
    task.allowed_paths = input.allowed_paths;
    HM_TRY(settle_patterns(task.allowed_paths, context));
    HM_TRY(insert(context.transaction, task));
    HM_TRY(begin_task(task, context));
    Receipt receipt{fmt::format("Started \"{}\" in the new plan \"{}\". Writes now belong to it.", task.name.view(),
                                plan.title.view()),
                    task.id, task.id};
    receipt.details["plan_id"] = plan.id.text();
    receipt.details["phase_id"] = phase.id.text();
    return receipt;
}

}  // namespace

Command quick_start() {
    return make_command<QuickStart, run>("plan quick-start", "Begin at once: a plan, its first task, started.", "name");
}

}  // namespace hm
