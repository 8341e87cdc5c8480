#include "app/session/read_head.h"

#include <fmt/format.h>

#include <algorithm>

#include "domain/phase.h"
#include "store/queries/event.h"
#include "store/queries/near_read_head.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "view/hand_over_text.h"

namespace hm {

Result<std::vector<Task>> tasks_in_hand(Connection& connection, const std::optional<Id>& session_id, BadRows& bad) {
    if (session_id) {
        HM_TRY_ASSIGN(std::vector<Task> own, active_tasks_of(connection, *session_id, bad));
        if (!own.empty()) return own;
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, *session_id));
        for (std::size_t above = 1; above < line.size(); ++above) {
            HM_TRY_ASSIGN(std::vector<Task> tasks, active_tasks_of(connection, line[above], bad));
            if (!tasks.empty()) return tasks;
        }
    }
    return active_tasks_without_session(connection, bad);
}

namespace {

Result<std::string> holder_words(const Task& task, Connection& connection, BadRows& bad) {
    if (!task.assigned_session_id) return std::string("nobody");
    HM_TRY_ASSIGN(const auto session, find<Session>(connection, *task.assigned_session_id, bad));
    if (!session) return "session " + task.assigned_session_id->text();
    return fmt::format("session {} ({} in {})", session->stamp.view(), session->role.view(), session->client.view());
}

}  // namespace

Result<Task> task_in_hand(Connection& connection, const Actor& actor, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(connection, actor.session_id, bad));
    if (tasks.size() == 1) return std::move(tasks.front());
    if (tasks.empty() && actor.session_id) {
        HM_TRY_ASSIGN(std::vector<Task> reviewed, tasks_in_review_of(connection, *actor.session_id, bad));
        if (reviewed.size() == 1) return std::move(reviewed.front());
        HM_TRY_ASSIGN(const auto lost, tasks_taken_from(connection, *actor.session_id, bad));
        if (!lost.empty() && lost.front().assigned_session_id != actor.session_id) {
            HM_TRY_ASSIGN(const std::string holder, holder_words(lost.front(), connection, bad));
            return fail(lost_task_error(lost.front(), holder));
        }
    }
    if (tasks.empty()) {
        return fail(ErrorCode::not_found, "No task is active here.",
                    "Name the task by its id; `hivemind task list` shows them.");
    }
    Error error{ErrorCode::conflict,
                "More than one task is active here.",
                "Name the task by its id.",
                "Which one is meant cannot be told.",
                {}};
    for (const Task& task : tasks) error.evidence.push_back(fmt::format("{} {}", task.id.text(), task.name.view()));
    return fail(std::move(error));
}

Result<Task> named_or_in_hand(Connection& connection, const std::optional<Id>& id, const Actor& actor, BadRows& bad) {
    return id ? require_task(connection, *id, bad) : task_in_hand(connection, actor, bad);
}

Result<void> check_is_own(const Task& task, const Actor& actor, std::string_view act) {
    const bool is_anothers = task.assigned_session_id && task.assigned_session_id != actor.session_id;
    if (!is_anothers || actor.kind == ActorKind::person) return {};
    const bool is_lost = task.taken_from && task.taken_from == actor.session_id;
    return fail(
        Error{ErrorCode::refused,
              fmt::format("{} task {}.", act, task.id.text()),
              "Leave it to the session that holds it, or ask the person.",
              is_lost ? "Another session took it over while this one was silent." : "Another session works on it.",
              {fmt::format("held by session {}", task.assigned_session_id->text())}});
}

Result<Task> require_task(Connection& connection, const Id& id, BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Task> task, find<Task>(connection, id, bad));
    if (task) return std::move(*task);
    return fail(ErrorCode::not_found, fmt::format("No task {}.", id.text()), "Use an id from `hivemind task list`.");
}

namespace {

constexpr std::size_t most_active_tasks = 50;

Result<void> place(Trajectory& head, const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto plan, plan_of_task(context.connection(), task.id, context.bad));
    if (plan) head.active_plan_id = plan->id;
    if (task.parent_phase_id) head.active_phase_id = task.parent_phase_id;
    std::erase(head.active_task_ids, task.id);
    head.active_task_ids.push_back(task.id);
    if (head.active_task_ids.size() > most_active_tasks) head.active_task_ids.erase(head.active_task_ids.begin());
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
    if (!context.actor.session_id) {
        HM_TRY_ASSIGN(const auto own, read_head_of(context.connection(), std::nullopt, context.bad));
        if (!own) return {};
    }
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

namespace {

constexpr std::int64_t most_at_once = 50;

Event event_of(const Plan& plan, Time now, IdSource& ids) {
    Event event;
    event.at = now;
    event.id = ids.next(now);
    auto kind = Word::make("plan.left_context");
    auto summary = Sentence::make(shorten(fmt::format("The abandoned plan \"{}\" left the context", plan.title.view()),
                                          Sentence::max_characters));
    HM_ASSERT(kind && summary);
    event.kind = std::move(*kind);
    event.summary = std::move(*summary);
    event.actor = ActorKind::hook;
    event.subject_id = plan.id;
    return event;
}

// A transaction for each, so that its event holds its changes and nothing else.
Result<void> leave(const Id& id, Time before, Workspace& workspace) {
    BadRows bad;
    const Time now = workspace.clock.now();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    // Read again under the write lock: somebody may have taken it up, or another session been faster.
    HM_TRY_ASSIGN(auto plan, find<Plan>(transaction.connection(), id, bad));
    const bool is_due = plan && plan->status == PlanStatus::abandoned && !plan->purged_at && plan->modified_at < before;
    if (!is_due) return {};
    plan->purged_at = now;
    HM_TRY(update(transaction, *plan));
    HM_TRY(read_heads_off(*plan, transaction, now, bad));
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, event_of(*plan, now, workspace.ids)));
    HM_TRY(keep_changes(transaction, seq));
    return transaction.commit();
}

}  // namespace

Result<void> leave_context(const Settings& settings, Workspace& workspace) {
    BadRows bad;
    const Time before{workspace.clock.now().ms - settings.abandoned_leaves_after.ms};
    HM_TRY_ASSIGN(const auto due, abandoned_plans_before(workspace.store.connection(), before, most_at_once, bad));
    for (const Plan& plan : due) HM_TRY(leave(plan.id, before, workspace));
    return {};
}

namespace {

constexpr std::size_t most_tasks = 8;
constexpr std::size_t most_beside = 10;
constexpr std::int64_t most_of_a_kind = 8;

bool is_open(const Task& task) {
    return !task.archived_at && (task.status == TaskStatus::planned || task.status == TaskStatus::active ||
                                 task.status == TaskStatus::review);
}

void add(std::vector<Task>& tasks, Task task) {
    const auto is_it = [&](const Task& each) { return each.id == task.id; };
    if (std::none_of(tasks.begin(), tasks.end(), is_it)) tasks.push_back(std::move(task));
}

Result<std::optional<Trajectory>> load_trajectory(const std::optional<Id>& session_id, Connection& connection,
                                                  BadRows& bad) {
    if (session_id) {
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, *session_id));
        for (const Id& id : line) {
            HM_TRY_ASSIGN(std::optional<Trajectory> found, trajectory_of(connection, id, bad));
            if (found) return found;
        }
    }
    return trajectory_of(connection, std::nullopt, bad);
}

Result<std::vector<Task>> tasks_named(const Trajectory& trajectory, Connection& connection, BadRows& bad) {
    std::vector<Task> tasks;
    for (const Id& id : trajectory.active_task_ids) {
        HM_TRY_ASSIGN(auto task, find<Task>(connection, id, bad));
        if (task && is_open(*task)) tasks.push_back(std::move(*task));
        if (tasks.size() == most_tasks) break;
    }
    return tasks;
}

// A task that was begun after the read-head was moved is where the session is now.
bool is_ahead_of(const Trajectory& trajectory, const std::vector<Task>& in_hand) {
    return std::none_of(in_hand.begin(), in_hand.end(),
                        [&](const Task& task) { return task.started_at && *task.started_at > trajectory.modified_at; });
}

// What the read-head names comes first while it is ahead; what the session had in hand is then beside it.
void choose_tasks(LoadedReadHead& head, std::vector<Task> named, std::vector<Task> in_hand) {
    const bool follows_named = !named.empty() && head.trajectory && is_ahead_of(*head.trajectory, in_hand);
    auto& first = follows_named ? named : in_hand;
    auto& second = follows_named ? in_hand : named;
    for (Task& task : first) add(head.tasks, std::move(task));
    for (Task& task : second) {
        const auto is_it = [&](const Task& each) { return each.id == task.id; };
        if (std::none_of(head.tasks.begin(), head.tasks.end(), is_it)) add(head.beside, std::move(task));
    }
    if (head.tasks.size() > most_tasks) head.tasks.resize(most_tasks);
}

Result<void> load_tasks(LoadedReadHead& head, const std::optional<Id>& session_id, Connection& connection,
                        BadRows& bad) {
    HM_TRY_ASSIGN(head.trajectory, load_trajectory(session_id, connection, bad));
    std::vector<Task> named;
    if (head.trajectory) {
        HM_TRY_ASSIGN(named, tasks_named(*head.trajectory, connection, bad));
    }
    HM_TRY_ASSIGN(std::vector<Task> in_hand, tasks_in_hand(connection, session_id, bad));
    choose_tasks(head, std::move(named), std::move(in_hand));
    return {};
}

Result<void> load_phase_and_plan(LoadedReadHead& head, Connection& connection, BadRows& bad) {
    std::optional<Id> phase_id;
    for (const Task& task : head.tasks) {
        if (!phase_id) phase_id = task.parent_phase_id;
    }
    if (!phase_id && head.trajectory) phase_id = head.trajectory->active_phase_id;
    if (phase_id) {
        HM_TRY_ASSIGN(head.phase, find<Phase>(connection, *phase_id, bad));
    }
    std::optional<Id> plan_id;
    if (head.phase) plan_id = head.phase->parent_plan_id;
    if (!plan_id && head.trajectory) plan_id = head.trajectory->active_plan_id;
    if (plan_id) {
        HM_TRY_ASSIGN(head.plan, find<Plan>(connection, *plan_id, bad));
    }
    return {};
}

// Up, down and sideways: the whole that a task is a part of, its own parts, and the others of its phase.
Result<void> load_beside(LoadedReadHead& head, Connection& connection, BadRows& bad) {
    for (const Task& task : head.tasks) {
        if (task.parent_task_id) {
            HM_TRY_ASSIGN(auto whole, find<Task>(connection, *task.parent_task_id, bad));
            if (whole && is_open(*whole)) add(head.beside, std::move(*whole));
        }
        HM_TRY_ASSIGN(auto parts, open_parts_of(connection, task.id, most_of_a_kind, bad));
        for (Task& part : parts) add(head.beside, std::move(part));
    }
    std::vector<Task> others;
    if (head.phase) {
        HM_TRY_ASSIGN(others, open_tasks_of_phase(connection, head.phase->id, most_of_a_kind, bad));
    } else if (head.tasks.empty()) {
        HM_TRY_ASSIGN(others, planned_tasks(connection, most_of_a_kind, bad));
        // Those beside the last one that was planned, in the order in which they were meant to be done.
        if (!others.empty() && others.front().parent_phase_id) {
            HM_TRY_ASSIGN(others,
                          open_tasks_of_phase(connection, *others.front().parent_phase_id, most_of_a_kind, bad));
        } else {
            std::ranges::sort(others, {}, &Task::id);
        }
    }
    for (Task& other : others) add(head.beside, std::move(other));
    std::erase_if(head.beside, [&](const Task& task) {
        return std::any_of(head.tasks.begin(), head.tasks.end(), [&](const Task& each) { return each.id == task.id; });
    });
    if (head.beside.size() > most_beside) head.beside.resize(most_beside);
    return {};
}

}  // namespace

Result<std::vector<Task>> tasks_at_read_head(const std::optional<Id>& session_id, Connection& connection,
                                             BadRows& bad) {
    LoadedReadHead head;
    HM_TRY(load_tasks(head, session_id, connection, bad));
    return std::move(head.tasks);
}

Result<LoadedReadHead> load_read_head(const std::optional<Id>& session_id, Connection& connection, BadRows& bad) {
    LoadedReadHead head;
    HM_TRY(load_tasks(head, session_id, connection, bad));
    HM_TRY(load_phase_and_plan(head, connection, bad));
    HM_TRY(load_beside(head, connection, bad));
    if (session_id) {
        HM_TRY_ASSIGN(head.of_level, tasks_of_agents_beside(connection, *session_id, most_of_a_kind));
    }
    return head;
}

}  // namespace hm
