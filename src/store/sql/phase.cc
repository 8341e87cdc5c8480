#include "store/sql/phase.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Phase)

Result<std::vector<Phase>> phases_of(Connection& connection, const Id& plan_id, BadRows& bad) {
    return select<Phase>(connection,
                         "WHERE t.parent_plan_id=? AND t.archived_at IS NULL ORDER BY t.position, t.id LIMIT 1000", bad,
                         plan_id);
}

Result<bool> has_open_task(Connection& connection, const Id& phase_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM tasks WHERE parent_phase_id=? AND "
                                                     "status IN ('planned','active','review') AND "
                                                     "archived_at IS NULL LIMIT 1"));
    read.bind(1, phase_id);
    return read.step();
}

}  // namespace hm
