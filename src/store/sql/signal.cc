#include "store/sql/signal.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Signal)

Result<std::vector<Signal>> open_signals(Connection& connection, const Id& session_id, std::int64_t limit,
                                         BadRows& bad) {
    return select<Signal>(connection,
                          "WHERE t.session_id=? AND t.cleared_at IS NULL AND t.archived_at IS NULL ORDER BY CASE "
                          "t.severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, "
                          "t.created_at DESC, t.id DESC LIMIT ?",
                          bad, session_id, limit);
}

}  // namespace hm
