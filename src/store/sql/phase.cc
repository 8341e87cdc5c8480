#include "store/sql/phase.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Phase)

Result<std::vector<Phase>> phases_of(Connection& connection, const Id& plan_id, BadRows& bad) {
    return select<Phase>(connection,
                         "WHERE t.parent_plan_id=? AND t.archived_at IS NULL ORDER BY t.position, t.id LIMIT 1000", bad,
                         plan_id);
}

}  // namespace hm
