#include "store/sql/checkpoint.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Checkpoint)

Result<std::vector<Checkpoint>> checkpoints_of(Connection& connection, const Id& task_id, std::int64_t limit,
                                               BadRows& bad) {
    return select<Checkpoint>(connection, "WHERE t.task_id=? ORDER BY t.created_at DESC, t.id DESC LIMIT ?", bad,
                              task_id, limit);
}

Result<bool> is_changed_by_agent(Connection& connection, std::string_view path) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT 1 FROM checkpoint_files_modified WHERE value=? COLLATE NOCASE LIMIT 1"));
    read.bind(1, path);
    return read.step();
}

}  // namespace hm
