#include "store/sql/task.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Task)

Result<std::vector<Task>> active_tasks_of(Connection& connection, const Id& session_id, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.assigned_session_id=? AND t.status='active' AND t.archived_at IS NULL "
                        "ORDER BY t.started_at, t.id LIMIT 50",
                        bad, session_id);
}

Result<std::vector<Task>> active_tasks_without_session(Connection& connection, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.status='active' AND t.assigned_session_id IS NULL AND t.archived_at IS NULL "
                        "ORDER BY t.started_at, t.id LIMIT 50",
                        bad);
}

Result<std::vector<Task>> list_tasks(Connection& connection, std::optional<TaskStatus> status, std::int64_t limit,
                                     BadRows& bad) {
    if (!status) {
        return select<Task>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
    }
    return select<Task>(connection,
                        "WHERE t.status=? AND t.archived_at IS NULL ORDER BY t.modified_at DESC, t.id DESC LIMIT ?",
                        bad, name_of(*status), limit);
}

Result<std::optional<Id>> holder_of(Connection& connection, const FilePath& path) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT task_id FROM task_file_locks WHERE value=?"));
    read.bind(1, path.view());
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    return Id::trusted(std::string(read.text(0)));
}

}  // namespace hm
