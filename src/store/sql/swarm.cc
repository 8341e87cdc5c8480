#include "store/sql/swarm.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Swarm)

Result<std::vector<Swarm>> open_swarms(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Swarm>(connection,
                         "WHERE t.state IN ('spawned','running') AND t.archived_at IS NULL ORDER BY t.id LIMIT ?", bad,
                         limit);
}

Result<std::optional<Swarm>> swarm_of_child(Connection& connection, const Id& parent_session_id,
                                            const Id& child_session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Swarm>(connection,
                                            "WHERE t.parent_session_id=? AND t.child_session_id=? ORDER BY t.id DESC "
                                            "LIMIT 1",
                                            bad, parent_session_id, child_session_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

}  // namespace hm
