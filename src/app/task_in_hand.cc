#include "app/task_in_hand.h"

#include <fmt/format.h>

#include "store/sql/session.h"
#include "store/sql/task.h"

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

Result<Task> task_in_hand(Connection& connection, const Actor& actor, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(connection, actor.session_id, bad));
    if (tasks.size() == 1) return std::move(tasks.front());
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
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} task {}.", act, task.id.text()),
                      "Leave it to the session that holds it, or ask the person.",
                      "Another session works on it.",
                      {fmt::format("held by session {}", task.assigned_session_id->text())}});
}

Result<Task> require_task(Connection& connection, const Id& id, BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Task> task, find<Task>(connection, id, bad));
    if (task) return std::move(*task);
    return fail(ErrorCode::not_found, fmt::format("No task {}.", id.text()), "Use an id from `hivemind task list`.");
}

}  // namespace hm
