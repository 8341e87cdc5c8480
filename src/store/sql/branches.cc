#include "store/sql/branches.h"

namespace hm {

Result<std::int64_t> count_completed_tasks(Connection& connection, const Id& plan_id, std::int64_t limit) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("SELECT count(*) FROM (SELECT 1 FROM phases p JOIN tasks t ON t.parent_phase_id=p.id "
                           "WHERE p.parent_plan_id=? AND t.status='completed' AND t.archived_at IS NULL "
                           "LIMIT ?)"));
    bind_all(read, plan_id, limit);
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace hm
