#include "store/queries/task.h"

#include <algorithm>
#include <tuple>

#include "store/records/columns.h"

namespace hm {
namespace {

std::optional<Id> optional_id(const Statement& row, int column) {
    return row.is_null(column) ? std::nullopt : std::optional(Id::trusted(std::string(row.text(column))));
}

template <class... Values>
Result<std::vector<TaskRow>> rows_where(Connection& connection, std::string_view where, const Values&... values) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT t.id,t.parent_phase_id,t.parent_task_id,t.name,t.status,t.assigned_to,"
                                     "t.assigned_session_id,t.planned_ahead FROM tasks t " +
                                     std::string(where)));
    bind_all(read, values...);
    std::vector<TaskRow> rows;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return rows;
        rows.push_back({Id::trusted(std::string(read.text(0))), optional_id(read, 1), optional_id(read, 2),
                        std::string(read.text(3)), std::string(read.text(4)), std::string(read.text(5)),
                        optional_id(read, 6), read.integer(7) != 0});
    }
}

}  // namespace

HM_STORED_NOUN(Task)

Result<std::vector<Task>> active_tasks_of(Connection& connection, const Id& session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto tasks, select<Task>(connection,
                                           "WHERE t.assigned_session_id=? AND t.status='active' AND "
                                           "t.archived_at IS NULL LIMIT 50",
                                           bad, session_id));
    // There is nearly always one: sorting here spares every decision the table that SQLite would sort it in.
    std::sort(tasks.begin(), tasks.end(),
              [](const Task& a, const Task& b) { return std::tie(a.started_at, a.id) < std::tie(b.started_at, b.id); });
    return tasks;
}

Result<std::vector<Task>> tasks_in_review_of(Connection& connection, const Id& session_id, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.assigned_session_id=? AND t.status='review' AND t.archived_at IS NULL "
                        "ORDER BY t.modified_at DESC, t.id DESC LIMIT 50",
                        bad, session_id);
}

Result<std::vector<TaskRow>> open_task_rows(Connection& connection, std::int64_t limit) {
    return rows_where(connection,
                      "WHERE t.status IN ('planned','active','review') AND t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                      limit);
}

Result<std::vector<Task>> active_tasks_without_session(Connection& connection, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.status='active' AND t.assigned_session_id IS NULL AND t.archived_at IS NULL "
                        "ORDER BY t.started_at, t.id LIMIT 50",
                        bad);
}

Result<std::vector<Task>> begun_tasks(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.status IN ('active','review') AND t.assigned_session_id IS NOT NULL AND "
                        "t.archived_at IS NULL ORDER BY t.modified_at DESC, t.id DESC LIMIT ?",
                        bad, limit);
}

Result<std::vector<Task>> parked_tasks(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.status='planned' AND t.started_at IS NOT NULL AND t.archived_at IS NULL "
                        "ORDER BY t.modified_at DESC, t.id DESC LIMIT ?",
                        bad, limit);
}

Result<std::vector<Task>> tasks_taken_from(Connection& connection, const Id& session_id, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.taken_from=? AND t.status IN ('active','review') AND t.archived_at IS NULL "
                        "ORDER BY t.modified_at DESC, t.id DESC LIMIT 10",
                        bad, session_id);
}

Result<bool> has_task_changed(Connection& connection, const Id& task_id, std::string_view path) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM checkpoints c JOIN checkpoint_files_modified f ON "
                                                     "f.checkpoint_id=c.id WHERE c.task_id=? AND f.value=? LIMIT 1"));
    bind_all(read, task_id, path);
    return read.step();
}

Result<std::optional<std::int64_t>> generation_of(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT COALESCE(generation, 0) FROM tasks WHERE id=?"));
    read.bind(1, task_id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    return read.integer(0);
}

Result<std::vector<Task>> list_tasks(Connection& connection, std::optional<TaskStatus> status, std::int64_t limit,
                                     BadRows& bad) {
    if (!status) {
        return select<Task>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
    }
    // By rowid, which the index holds: tasks that were planned in one call have one time, and would all be sorted.
    return select<Task>(connection,
                        "WHERE t.status=? AND t.archived_at IS NULL ORDER BY t.modified_at DESC, t.rowid DESC LIMIT ?",
                        bad, name_of(*status), limit);
}

Result<std::vector<Task>> parts_of(Connection& connection, const Id& task_id, BadRows& bad) {
    return select<Task>(connection, "WHERE t.parent_task_id=? AND t.archived_at IS NULL ORDER BY t.id LIMIT 1000", bad,
                        task_id);
}

Result<std::vector<Task>> tasks_waiting_for(Connection& connection, const Id& task_id, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE (t.id IN (SELECT task_id FROM task_depends_on WHERE value=?1) OR "
                        "t.temporal_gate_after_task_id=?1) AND t.status IN ('planned','active','review') AND "
                        "t.archived_at IS NULL ORDER BY t.id LIMIT 100",
                        bad, task_id);
}

Result<std::vector<Task>> tasks_of_plan(Connection& connection, const Id& plan_id, std::int64_t limit, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.parent_phase_id IN (SELECT id FROM phases WHERE parent_plan_id=?) AND "
                        "t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                        bad, plan_id, limit);
}

Result<std::int64_t> count_open_tasks(Connection& connection, const Id& plan_id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT count(*) FROM phases p JOIN tasks t ON t.parent_phase_id=p.id WHERE "
                                     "p.parent_plan_id=? AND t.archived_at IS NULL AND "
                                     "t.status IN ('planned','active','review')"));
    read.bind(1, plan_id);
    HM_TRY(read.step());
    return read.integer(0);
}

Result<std::vector<TaskRow>> task_rows_of_plan(Connection& connection, const Id& plan_id, std::int64_t limit) {
    return rows_where(connection,
                      "WHERE t.parent_phase_id IN (SELECT id FROM phases WHERE parent_plan_id=?) AND "
                      "t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                      plan_id, limit);
}

Result<std::vector<TaskRow>> task_rows_without_plan(Connection& connection, std::int64_t limit) {
    return rows_where(connection,
                      "WHERE t.status IN ('planned','active','review') AND t.parent_phase_id IS NULL AND "
                      "t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                      limit);
}

Result<std::vector<TaskRow>> planned_task_rows(Connection& connection, std::int64_t limit) {
    return rows_where(connection,
                      "LEFT JOIN phases p ON p.id=t.parent_phase_id LEFT JOIN plans pl ON pl.id=p.parent_plan_id "
                      "WHERE t.status='planned' AND t.archived_at IS NULL AND "
                      "(pl.id IS NULL OR pl.status IN ('draft','active')) ORDER BY t.id LIMIT ?",
                      limit);
}

HM_STORED_NOUN(Checkpoint)

Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad) {
    return select<Checkpoint>(connection, "WHERE t.task_id=? ORDER BY t.created_at DESC, t.id DESC LIMIT ?", bad,
                              task_id, limit);
}

Result<std::vector<std::string>> commands_that_passed(Connection& connection, std::int64_t limit) {
    // Looked for among the latest only, so that it costs the same however many there are.
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT summary, max(id) AS latest FROM (SELECT id, summary, kind, exit_code FROM "
                                     "checkpoints ORDER BY id DESC LIMIT 200) WHERE kind IN ('test','build') AND "
                                     "exit_code=0 GROUP BY summary ORDER BY latest DESC LIMIT ?"));
    read.bind(1, limit);
    std::vector<std::string> commands;
    for (;;) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return commands;
        commands.emplace_back(read.text(0));
    }
}

Result<bool> is_changed_by_agent(Connection& connection, std::string_view path) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT 1 FROM checkpoint_files_modified WHERE value=? COLLATE NOCASE LIMIT 1"));
    read.bind(1, path);
    return read.step();
}

}  // namespace hm
