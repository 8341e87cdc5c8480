#include "store/sql/grant.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Grant)

Result<std::vector<Grant>> grants_in_force(Connection& connection, Time now, BadRows& bad) {
    return select<Grant>(
        connection, "WHERE t.until>? AND t.revoked_at IS NULL AND t.archived_at IS NULL ORDER BY t.until LIMIT 100",
        bad, now);
}

}  // namespace hm
