#include "app/graph/read_head.h"

#include <algorithm>

#include "domain/phase.h"
#include "store/sql/plan.h"
#include "store/sql/trajectory.h"

namespace hm {
namespace {

constexpr std::size_t most_tasks = 50;

Result<void> place(Trajectory& head, const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto plan, plan_of_task(context.connection(), task.id, context.bad));
    if (plan) head.active_plan_id = plan->id;
    if (task.parent_phase_id) head.active_phase_id = task.parent_phase_id;
    std::erase(head.active_task_ids, task.id);
    head.active_task_ids.push_back(task.id);
    if (head.active_task_ids.size() > most_tasks) head.active_task_ids.erase(head.active_task_ids.begin());
    return {};
}

// Moves the read-head that is there, or makes the first one.
template <class Move>
Result<void> move_head(const CommandContext& context, Move&& move) {
    HM_TRY_ASSIGN(std::optional<Trajectory> head,
                  read_head_of(context.connection(), context.actor.session_id, context.bad));
    if (head) {
        HM_TRY(move(*head));
        head->modified_at = context.now;
        return update(context.transaction, *head);
    }
    Trajectory first;
    HM_TRY(context.begin(first));
    first.session_id = context.actor.session_id;
    HM_TRY(move(first));
    return insert(context.transaction, first);
}

}  // namespace

Result<void> read_head_to(const Task& task, const CommandContext& context) {
    return move_head(context, [&](Trajectory& head) { return place(head, task, context); });
}

Result<void> read_head_to(const Plan& plan, const CommandContext& context) {
    return move_head(context, [&](Trajectory& head) -> Result<void> {
        head.active_plan_id = plan.id;
        head.active_phase_id.reset();
        return {};
    });
}

Result<void> read_heads_off(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Trajectory> heads, read_heads_at_task(context.connection(), task.id, context.bad));
    for (Trajectory& head : heads) {
        std::erase(head.active_task_ids, task.id);
        head.modified_at = context.now;
        HM_TRY(update(context.transaction, head));
    }
    return {};
}

Result<void> read_heads_off(const Plan& plan, Transaction& transaction, Time now, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Trajectory> heads, read_heads_at_plan(transaction.connection(), plan.id, bad));
    for (Trajectory& head : heads) {
        head.active_plan_id.reset();
        head.active_phase_id.reset();
        head.modified_at = now;
        HM_TRY(update(transaction, head));
    }
    return {};
}

}  // namespace hm
