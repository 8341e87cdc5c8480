// Comments in the store: only what every noun has, so far.
#include "store/queries/anchor.h"

#include "domain/comment.h"
#include "domain/signal.h"
#include "store/queries/search_index.h"
#include "store/records/columns.h"

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

HM_STORED_NOUN(Comment)

// Turning points in the store: only what every noun has, so far.

HM_STORED_NOUN(TurningPoint)

HM_STORED_NOUN(Knowledge)

Result<bool> does_knowledge_hold(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT 1 FROM knowledge t WHERE t.id=? AND " + std::string(knowledge_holds)));
    read.bind(1, id);
    return read.step();
}

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

HM_STORED_NOUN(Artifact)

Result<std::vector<Id>> artifacts_remarked_on(Connection& connection, const Id& plan_id) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare(
            "SELECT a.id FROM artifacts AS a WHERE a.plan_id=? AND a.archived_at IS NULL AND a.id IN ("
            "SELECT on_id FROM (SELECT on_id FROM comments ORDER BY id DESC LIMIT 50) UNION "
            "SELECT on_id FROM (SELECT on_id FROM comments WHERE read_at IS NULL ORDER BY created_at LIMIT 50))"));
    read.bind(1, plan_id);
    std::vector<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

Result<bool> is_named_by_task(Connection& connection, const Id& artifact_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM task_artifacts WHERE value=? LIMIT 1"));
    read.bind(1, artifact_id);
    return read.step();
}

Result<bool> has_active_artifact(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM artifacts WHERE status='active' LIMIT 1"));
    return read.step();
}

Result<std::vector<Artifact>> active_artifacts_of(Connection& connection, const Id& plan_id, std::int64_t limit,
                                                  BadRows& bad) {
    return select<Artifact>(connection,
                            "WHERE t.plan_id=? AND t.status='active' AND t.archived_at IS NULL ORDER BY t.id LIMIT ?",
                            bad, plan_id, limit);
}

}  // namespace hm
