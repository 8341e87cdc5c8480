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

Result<std::vector<std::string>> anchor_keys_of_task(Connection& connection, const Id& task_id,
                                                     const std::optional<Id>& session_id, Time since) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT key FROM anchors WHERE archived_at IS NULL AND "
                                                     "(source_task_id=?1 OR (session_id=?2 AND created_at>=?3)) "
                                                     "ORDER BY id LIMIT 100"));
    bind_all(read, task_id, session_id, since);
    std::vector<std::string> keys;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return keys;
        keys.emplace_back(read.text(0));
    }
}

}  // namespace hm
