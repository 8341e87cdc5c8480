#include "store/sql/knowledge.h"

#include "store/record_rows.h"
#include "store/sql/search_index.h"

namespace hm {

HM_STORED_NOUN(Knowledge)

Result<std::optional<Id>> knowledge_from(Connection& connection, const Id& record, KnowledgeSource source) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT k.id FROM knowledge_related_to AS r "
                                                     "JOIN knowledge AS k ON k.id=r.knowledge_id "
                                                     "WHERE r.value=? AND k.source=? AND k.archived_at IS NULL "
                                                     "ORDER BY k.id DESC LIMIT 1"));
    bind_all(read, record, name_of(source));
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    HM_TRY_ASSIGN(const Id id, Id::parse(read.text(0)));
    return id;
}

Result<std::vector<Knowledge>> knowledge_under(Connection& connection, const std::optional<Id>& parent,
                                               std::int64_t limit, BadRows& bad) {
    if (parent) {
        return select<Knowledge>(connection,
                                 "WHERE t.parent_id=? AND t.archived_at IS NULL ORDER BY t.title, t.id LIMIT ?", bad,
                                 *parent, limit);
    }
    return select<Knowledge>(connection,
                             "WHERE t.parent_id IS NULL AND t.archived_at IS NULL "
                             "ORDER BY t.title, t.id LIMIT ?",
                             bad, limit);
}

Result<std::vector<Knowledge>> knowledge_with_changed_source(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Knowledge>(connection,
                             "WHERE t.stale_since IS NOT NULL AND t.archived_at IS NULL ORDER BY t.stale_since LIMIT ?",
                             bad, limit);
}

Result<std::vector<Knowledge>> unconfirmed_knowledge(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Knowledge>(
        connection, "WHERE t.validated_at IS NULL AND t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
}

}  // namespace hm
