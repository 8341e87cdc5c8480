#include "store/sql/artifact.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Artifact)

Result<std::vector<Id>> artifacts_remarked_on(Connection& connection, const Id& plan_id) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare(
            "SELECT a.id FROM artifacts AS a WHERE a.plan_id=? AND a.archived_at IS NULL AND a.id IN ("
            "SELECT on_id FROM (SELECT on_id FROM comments ORDER BY id DESC LIMIT 50) UNION "
            "SELECT on_id FROM (SELECT on_id FROM comments WHERE read_at IS NULL ORDER BY created_at LIMIT 50))"));
    read.bind(1, plan_id);
    std::vector<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

Result<bool> is_named_by_task(Connection& connection, const Id& artifact_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM task_artifacts WHERE value=? LIMIT 1"));
    read.bind(1, artifact_id);
    return read.step();
}

Result<bool> has_active_artifact(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM artifacts WHERE status='active' LIMIT 1"));
    return read.step();
}

Result<std::vector<Artifact>> active_artifacts_of(Connection& connection, const Id& plan_id, std::int64_t limit,
                                                  BadRows& bad) {
    return select<Artifact>(connection,
                            "WHERE t.plan_id=? AND t.status='active' AND t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                            bad, plan_id, limit);
}

}  // namespace hm
