// trajectory shift: turns the work elsewhere. The read-head moves to the task that the words mean, or the new intent
// is noted; the next pack follows it. A turning point says how it was recognised, and an undo takes all of it back.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/task_in_hand.h"
#include "app/task_meant.h"
#include "domain/turning_point.h"
#include "store/sql/near_read_head.h"

namespace hm {
namespace {

struct ShiftTrajectory {
    Paragraph intent;
    std::optional<Id> task_id;
    std::optional<Paragraph> because;

    static constexpr void fields(auto&& visit) {
        visit(field("intent", &ShiftTrajectory::intent, "What is to be done now, in a few words."));
        visit(field("task_id", &ShiftTrajectory::task_id,
                    "The task that is meant; without it, one that fits the words."));
        visit(field("because", &ShiftTrajectory::because, "Why the work turns there, or how that was recognised."));
    }
};

Result<std::optional<Task>> chosen_task(const ShiftTrajectory& input, const CommandContext& context) {
    if (input.task_id) {
        HM_TRY_ASSIGN(Task task, require_task(context.connection(), *input.task_id, context.bad));
        return task;
    }
    HM_TRY_ASSIGN(const auto head, load_read_head(context.actor.session_id, context.connection(), context.bad));
    return task_meant(input.intent.view(), head, context.connection(), context.bad);
}

Result<void> point_at(Trajectory& trajectory, const Task& task, const CommandContext& context) {
    trajectory.active_task_ids = {task.id};
    trajectory.active_phase_id = task.parent_phase_id;
    trajectory.active_plan_id.reset();
    if (!task.parent_phase_id) return {};
    HM_TRY_ASSIGN(const auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (phase) trajectory.active_plan_id = phase->parent_plan_id;
    return {};
}

Result<void> note_turn(const ShiftTrajectory& input, const std::optional<Task>& task, const CommandContext& context) {
    TurningPoint point;
    HM_TRY(context.begin(point));
    point.session_id = context.actor.session_id;
    if (task) point.task_id = task->id;
    const std::string summary = task ? fmt::format("Turned to \"{}\": {}", task->name.view(), input.intent.view())
                                     : fmt::format("Turned to something new: {}", input.intent.view());
    HM_TRY_ASSIGN(point.summary, Sentence::make(shorten(summary, Sentence::max_characters)));
    point.reason = input.because;
    return insert(context.transaction, point);
}

Result<Receipt> run(const ShiftTrajectory& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::optional<Task> task, chosen_task(input, context));
    HM_TRY_ASSIGN(auto stored, trajectory_of(context.connection(), context.actor.session_id, context.bad));
    Trajectory trajectory = stored.value_or(Trajectory{});
    if (!stored) HM_TRY(context.begin(trajectory));
    trajectory.session_id = context.actor.session_id;
    trajectory.intent = input.intent;
    trajectory.intent_shift_stamp = make_stamp(local_minute(context.now), 0);
    trajectory.modified_at = context.now;
    // Without a task the read-head names none: what the session has in hand stays in hand.
    trajectory.active_task_ids.clear();
    if (task) HM_TRY(point_at(trajectory, *task, context));
    HM_TRY(stored ? update(context.transaction, trajectory) : insert(context.transaction, trajectory));
    HM_TRY(note_turn(input, task, context));
    const std::string sentence = task ? fmt::format("The read-head moved to \"{}\".", task->name.view())
                                      : std::string("Noted the new intent; no task is known for it yet.");
    return Receipt{sentence, trajectory.id, task ? std::optional(task->id) : std::nullopt};
}

}  // namespace

Command shift_trajectory() {
    return make_command<ShiftTrajectory, run>("trajectory shift", "Turn the work elsewhere; the next pack follows.",
                                              "intent");
}

}  // namespace hm
