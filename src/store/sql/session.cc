#include "store/sql/session.h"

#include "store/record_rows.h"

namespace hm {

HM_STORED_NOUN(Session)

Result<std::optional<Session>> find_client_session(Connection& connection, std::string_view client,
                                                   std::string_view client_session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Session>(connection, "WHERE t.client=? AND t.client_session_id=?", bad, client,
                                              client_session_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Id>> session_and_ancestors(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("WITH RECURSIVE line(id, depth) AS (SELECT ?1, 0 UNION ALL "
                                     "SELECT s.parent_session_id, depth + 1 FROM line JOIN sessions s ON s.id=line.id "
                                     "WHERE s.parent_session_id IS NOT NULL AND depth < 16) SELECT id FROM line"));
    read.bind(1, session_id);
    std::vector<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

Result<std::vector<Session>> recent_sessions(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Session>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
}

}  // namespace hm
