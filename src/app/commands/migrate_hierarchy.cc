// hierarchy migrate: gives tasks that belong to no plan a tree: one plan, one phase, and the read-head at it.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/move_read_head.h"
#include "app/session/session_meant.h"
#include "domain/task_lifecycle.h"
#include "store/sql/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_tasks = 1000;

struct MigrateHierarchy {
    std::optional<Title> title;

    static constexpr void fields(auto&& visit) {
        visit(field("title", &MigrateHierarchy::title, "Title of the plan; \"Work so far\" when left out."));
    }
};

Result<std::vector<Task>> loose_tasks(const CommandContext& context) {
    std::vector<Task> loose;
    for (const TaskStatus status : {TaskStatus::active, TaskStatus::review, TaskStatus::planned}) {
        HM_TRY_ASSIGN(auto tasks, list_tasks(context.connection(), status, most_tasks, context.bad));
        for (Task& task : tasks) {
            if (!task.parent_phase_id && !task.parent_task_id) loose.push_back(std::move(task));
        }
    }
    return loose;
}

Result<Receipt> run(const MigrateHierarchy& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, loose_tasks(context));
    if (tasks.empty()) return Receipt{"Every open task belongs to a plan already."};
    HM_TRY_ASSIGN(const Title title, Title::make(input.title ? input.title->str() : "Work so far"));
    HM_TRY_ASSIGN(const auto session,
                  session_meant_if_any(std::nullopt, context.actor, context.connection(), context.bad));
    Trajectory head;
    if (session) {
        HM_TRY_ASSIGN(head, own_read_head(*session, context));
    }
    HM_TRY_ASSIGN(const Plan plan, begin_plan(title, SessionMode::plan_driven, head, context));
    Phase phase;
    HM_TRY(context.begin(phase));
    phase.parent_plan_id = plan.id;
    phase.title = title;
    phase.status = PhaseStatus::active;
    HM_TRY(insert(context.transaction, phase));
    head.active_phase_id = phase.id;
    for (Task& task : tasks) {
        task.parent_phase_id = phase.id;
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
        const bool is_in_hand = session && task.status == TaskStatus::active && task.assigned_session_id == session->id;
        if (is_in_hand) head.active_task_ids = {task.id};
    }
    head.modified_at = context.now;
    if (session) HM_TRY(update(context.transaction, head));
    return Receipt{fmt::format("{} tasks are in a tree now, under \"{}\".", tasks.size(), title.view()), plan.id};
}

}  // namespace

Command migrate_hierarchy() {
    return make_command<MigrateHierarchy, run>("hierarchy migrate", "Give open tasks without a plan a tree.", "title");
}

}  // namespace hm
