#include "app/facts/load_read_head.h"

#include <algorithm>

#include "app/task_in_hand.h"
#include "store/sql/near_read_head.h"
#include "store/sql/session.h"

namespace hm {
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
