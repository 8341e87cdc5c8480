#include "store/sql/anchor.h"

#include "store/record_rows.h"
#include "store/sql/search_index.h"

namespace hm {

HM_STORED_NOUN(Anchor)

Result<std::optional<Anchor>> find_anchor(Connection& connection, const AnchorKey& key, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Anchor>(connection, "WHERE t.key=? AND t.archived_at IS NULL", bad, key.view()));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Anchor>> critical_anchors(Connection& connection, BadRows& bad) {
    return select<Anchor>(connection,
                          "WHERE t.priority='critical' AND t.archived_at IS NULL AND t.purged_at IS NULL "
                          "ORDER BY t.modified_at DESC, t.id DESC",
                          bad);
}

Result<std::vector<Anchor>> current_anchors(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Anchor>(connection,
                          "WHERE t.archived_at IS NULL AND t.purged_at IS NULL ORDER BY CASE t.priority "
                          "WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, "
                          "t.modified_at DESC, t.id DESC LIMIT ?",
                          bad, limit);
}

}  // namespace hm
