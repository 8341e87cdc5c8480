// plan plan-tasks: adds a list of tasks to a plan in one call, with what they wait for and what they may touch.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/acting.h"
#include "app/graph/end_task.h"
#include "app/graph/plan_meant.h"
#include "app/graph/task_drafts.h"

namespace hm {
namespace {

struct PlanTasks {
    std::optional<Id> plan_id;
    std::optional<Title> phase;
    std::vector<TaskDraft> tasks;

    static constexpr void fields(auto&& visit) {
        visit(field("plan_id", &PlanTasks::plan_id, "The plan; without it, the one you are at."));
        visit(field("phase", &PlanTasks::phase, "Phase they belong to, by title; a new title makes a phase."));
        visit(field("tasks", &PlanTasks::tasks, "The tasks, in any order."));
    }
};

Result<Receipt> run(const PlanTasks& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Planning", context));
    if (input.tasks.empty()) {
        return fail(ErrorCode::invalid_input, "No tasks were given.",
                    "Give a list: {\"tasks\":[{\"name\":\"…\",\"expected_output\":\"…\"}]}.");
    }
    HM_TRY_ASSIGN(const Plan plan, plan_meant(input.plan_id, context));
    HM_TRY(check_is_open(plan));
    HM_TRY_ASSIGN(const Phase phase, phase_meant(plan, input.phase, context));
    HM_TRY_ASSIGN(const std::vector<Task> tasks, make_drafted(input.tasks, plan, phase, context));
    Receipt receipt{
        fmt::format("Planned {} {} in \"{}\".", tasks.size(), tasks.size() == 1 ? "task" : "tasks", plan.title.view()),
        plan.id, std::nullopt};
    receipt.details["phase_id"] = phase.id.text();
    std::vector<std::string> lines;
    for (const Task& task : tasks) lines.push_back(fmt::format("{} {}", task.id.text(), task.name.view()));
    receipt.details["tasks"] = lines_of(lines);
    return receipt;
}

}  // namespace

Command plan_tasks() {
    return make_command<PlanTasks, run>("plan plan-tasks", "Add tasks to a plan, with their order.", "plan_id");
}

}  // namespace hm
