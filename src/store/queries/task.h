// Queries about tasks.
#pragma once

#include <string_view>

#include "domain/checkpoint.h"
#include "domain/task.h"
#include "store/records/records.h"

namespace hm {

// Tasks that a session works on now, oldest start first.
Result<std::vector<Task>> active_tasks_of(Connection& connection, const Id& session_id, BadRows& bad);

// Tasks that the session handed in, or claimed to be done without what shows it; the last changed first.
Result<std::vector<Task>> tasks_in_review_of(Connection& connection, const Id& session_id, BadRows& bad);

// Active tasks that a person started without naming a session.
Result<std::vector<Task>> active_tasks_without_session(Connection& connection, BadRows& bad);

// Tasks that were begun in a session and are not over, latest change first.
Result<std::vector<Task>> begun_tasks(Connection& connection, std::int64_t limit, BadRows& bad);

// Tasks that were begun and are back in the list, latest change first.
Result<std::vector<Task>> parked_tasks(Connection& connection, std::int64_t limit, BadRows& bad);

// Tasks that were taken over from a session and are not over, latest change first.
Result<std::vector<Task>> tasks_taken_from(Connection& connection, const Id& session_id, BadRows& bad);

// Whether work under the task changed that file. `path` is relative to the project.
Result<bool> has_task_changed(Connection& connection, const Id& task_id, std::string_view path);

// The generation that the owner of a task has now; nothing when there is no such task.
Result<std::optional<std::int64_t>> generation_of(Connection& connection, const Id& task_id);

// Tasks of a status, latest change first; of every status when none is given.
Result<std::vector<Task>> list_tasks(Connection& connection, std::optional<TaskStatus> status, std::int64_t limit,
                                     BadRows& bad);

// The parts of a task that are in use, oldest first; at most 1000.
Result<std::vector<Task>> parts_of(Connection& connection, const Id& task_id, BadRows& bad);

// Tasks that are not over and wait for this one, by a dependency or a temporal gate; at most 100.
Result<std::vector<Task>> tasks_waiting_for(Connection& connection, const Id& task_id, BadRows& bad);

// Tasks of a plan, whatever their status, oldest first.
Result<std::vector<Task>> tasks_of_plan(Connection& connection, const Id& plan_id, std::int64_t limit, BadRows& bad);

// How many tasks of a plan are planned, active or in review.
Result<std::int64_t> count_open_tasks(Connection& connection, const Id& plan_id);

// What a list or a tree shows of a task, read without its lists.
struct TaskRow {
    Id id;
    std::optional<Id> phase_id;
    std::optional<Id> parent_id;
    std::string name;
    std::string status;
    std::string assigned_to;
    std::optional<Id> session_id;
    bool is_planned_ahead = false;
};

// Tasks that are planned, active or in review, in the order they were made.
Result<std::vector<TaskRow>> open_task_rows(Connection& connection, std::int64_t limit);

Result<std::vector<TaskRow>> task_rows_of_plan(Connection& connection, const Id& plan_id, std::int64_t limit);

// Tasks that are not over and belong to no plan, oldest first.
Result<std::vector<TaskRow>> task_rows_without_plan(Connection& connection, std::int64_t limit);

// Planned tasks of plans that are not over, oldest first.
Result<std::vector<TaskRow>> planned_task_rows(Connection& connection, std::int64_t limit);

// Queries about checkpoints.

// The latest checkpoints of a task, newest first.
Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad);

// Tests and builds that passed, each once, the latest first.
Result<std::vector<std::string>> commands_that_passed(Connection& connection, std::int64_t limit);

// Whether a recorded call of an agent changed the file. `path` is relative to the project. Looks through all that was
// changed, so it is not for every call.
Result<bool> is_changed_by_agent(Connection& connection, std::string_view path);

}  // namespace hm
