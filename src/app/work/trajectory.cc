// trajectory shift: turns the work elsewhere. The read-head moves to the task that the words mean, or the new intent
// is noted; the next pack follows it. A turning point says how it was recognised, and an undo takes all of it back.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/command/catalog.h"
#include "app/command/noun_commands.h"
#include "app/session/read_head.h"
#include "app/work/task_meant.h"
#include "domain/signal.h"
#include "engine/work/intent_shift.h"
#include "store/queries/near_read_head.h"
#include "store/queries/task.h"

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

// trajectory: the read-head of a session, or of the project.

namespace {

// The store would refuse it too; here we can still say which one is there.
Result<void> check_is_the_only_one(const Trajectory& trajectory, const CommandContext& context) {
    constexpr std::int64_t all = 100'000;
    HM_TRY_ASSIGN(
        const auto others,
        list_records<Trajectory>(context.connection(), {.of = trajectory.session_id, .limit = all}, context.bad));
    for (const Trajectory& other : others) {
        if (other.session_id != trajectory.session_id) continue;
        return fail(Error{ErrorCode::conflict,
                          "A second read-head cannot be made.",
                          fmt::format("Move the one that is there: `hivemind trajectory change {}`.", other.id.text()),
                          "A session has one read-head, and so has the project. Nothing was changed.",
                          {fmt::format("trajectory {} is in use", other.id.text())}});
    }
    return {};
}

// An agent's read-head is its session's, unless it says otherwise.
Result<void> take_session(Trajectory& trajectory, const CommandContext& context) {
    if (!trajectory.session_id) trajectory.session_id = context.actor.session_id;
    if (trajectory.intent) trajectory.intent_shift_stamp = trajectory.stamp;
    return check_is_the_only_one(trajectory, context);
}

Result<void> note_shift(Trajectory& trajectory, const CommandContext& context) {
    HM_TRY_ASSIGN(const Trajectory before, require_record<Trajectory>(context, trajectory.id));
    if (before.intent == trajectory.intent) return {};
    trajectory.intent_shift_stamp = make_stamp(local_minute(context.now), 0);
    return {};
}

}  // namespace

std::vector<Command> trajectory_commands() {
    return {
        create_noun<Trajectory, take_session>("trajectory create",
                                              "Begin the read-head of a session, or of the project.", "intent"),
        change_noun<Trajectory, note_shift>("trajectory change", "Move the read-head."),
        remove_noun<Trajectory>("trajectory remove", "Take a read-head out of use; it stays in the store."),
    };
}

namespace {

constexpr std::int64_t most_meant_tasks = 60;

Result<std::vector<Task>> open_tasks(const LoadedReadHead& head, Connection& connection, BadRows& bad) {
    std::vector<Task> tasks;
    const auto add = [&](const std::vector<Task>& more) {
        for (const Task& task : more) {
            const auto is_it = [&](const Task& each) { return each.id == task.id; };
            if (std::none_of(tasks.begin(), tasks.end(), is_it)) tasks.push_back(task);
        }
    };
    add(head.beside);
    HM_TRY_ASSIGN(const auto planned, planned_tasks(connection, most_meant_tasks, bad));
    add(planned);
    HM_TRY_ASSIGN(const auto active, list_tasks(connection, TaskStatus::active, most_meant_tasks, bad));
    add(active);
    add(head.tasks);
    return tasks;
}

// What a task belongs to, in words.
class Surroundings {
public:
    explicit Surroundings(Connection& connection) : connection_(connection) {}

    Result<std::string> of(const Task& task, BadRows& bad) {
        std::string text = task.expected_output ? task.expected_output->str() : std::string();
        if (!task.parent_phase_id) return text;
        const auto known = titles_.find(*task.parent_phase_id);
        if (known != titles_.end()) return text + " " + known->second;
        HM_TRY_ASSIGN(const auto phase, find<Phase>(connection_, *task.parent_phase_id, bad));
        std::string titles;
        if (phase) {
            titles = phase->title.str();
            HM_TRY_ASSIGN(const auto plan, find<Plan>(connection_, phase->parent_plan_id, bad));
            if (plan) titles += " " + plan->title.str();
        }
        titles_[*task.parent_phase_id] = titles;
        return text + " " + titles;
    }

private:
    Connection& connection_;
    std::map<Id, std::string> titles_;
};

}  // namespace

Result<std::optional<Task>> task_meant(std::string_view words, const LoadedReadHead& head, Connection& connection,
                                       BadRows& bad) {
    HM_TRY_ASSIGN(const std::vector<Task> tasks, open_tasks(head, connection, bad));
    Surroundings surroundings(connection);
    std::vector<KnownWork> known;
    for (const Task& task : tasks) {
        HM_TRY_ASSIGN(std::string around, surroundings.of(task, bad));
        known.push_back({task.id, task.name.str(), std::move(around)});
    }
    const std::optional<Id> meant = work_meant(words, known);
    if (!meant) return std::nullopt;
    return *std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.id == *meant; });
}

}  // namespace hm
