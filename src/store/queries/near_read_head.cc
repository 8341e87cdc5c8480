#include "store/queries/near_read_head.h"

#include "store/queries/anchor.h"
#include "store/records/columns.h"

namespace hm {
namespace {

constexpr std::string_view is_open = "t.archived_at IS NULL AND t.status IN ('planned','active','review') ";

std::string open_tasks(std::string_view condition, std::string_view order) {
    return "WHERE " + std::string(condition) + " AND " + std::string(is_open) + std::string(order);
}

}  // namespace

Result<std::optional<Trajectory>> trajectory_of(Connection& connection, const std::optional<Id>& session_id,
                                                BadRows& bad) {
    HM_TRY_ASSIGN(auto found,
                  select<Trajectory>(connection, "WHERE coalesce(t.session_id, '')=? AND t.archived_at IS NULL", bad,
                                     std::string_view(session_id ? session_id->text() : std::string())));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Task>> open_tasks_of_phase(Connection& connection, const Id& phase_id, std::int64_t limit,
                                              BadRows& bad) {
    return select<Task>(connection, open_tasks("t.parent_phase_id=?", "ORDER BY t.id LIMIT ?"), bad, phase_id, limit);
}

Result<std::vector<Task>> open_parts_of(Connection& connection, const Id& task_id, std::int64_t limit, BadRows& bad) {
    return select<Task>(connection, open_tasks("t.parent_task_id=?", "ORDER BY t.id LIMIT ?"), bad, task_id, limit);
}

Result<std::vector<Id>> tasks_of_agents_beside(Connection& connection, const Id& session_id, std::int64_t limit) {
    // Active tasks are few; where many were left lying, the last changed are looked at.
    constexpr std::int64_t looked_at = 100;
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("SELECT t.id FROM (SELECT id, assigned_session_id FROM tasks WHERE status='active' "
                           "AND archived_at IS NULL ORDER BY modified_at DESC LIMIT ?2) t "
                           "JOIN sessions s ON s.id=t.assigned_session_id WHERE s.id<>?1 AND "
                           "s.parent_session_id IS (SELECT parent_session_id FROM sessions WHERE id=?1) "
                           "LIMIT ?3"));
    bind_all(read, session_id, looked_at, limit);
    std::vector<Id> ids;
    for (;;) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

Result<std::vector<Task>> planned_tasks(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Task>(connection,
                        "WHERE t.status='planned' AND t.archived_at IS NULL ORDER BY t.modified_at DESC, t.rowid DESC "
                        "LIMIT ?",
                        bad, limit);
}

// The conditions are those of the indexes, word for word: SQLite uses a partial index only when they are given.
Result<std::vector<Anchor>> critical_anchors(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Anchor>(connection,
                          "WHERE t.archived_at IS NULL AND t.purged_at IS NULL AND t.priority = 'critical' "
                          "ORDER BY t.key LIMIT ?",
                          bad, limit);
}

Result<std::vector<Anchor>> fresh_anchors(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Anchor>(connection,
                          "WHERE t.archived_at IS NULL AND t.purged_at IS NULL AND t.priority <> 'critical' "
                          "ORDER BY coalesce(t.validated_at, t.modified_at) DESC, t.source_task_id DESC LIMIT ?",
                          bad, limit);
}

Result<std::vector<Comment>> comments_to_show(Connection& connection, const std::vector<Id>& on_ids, Time shown_since,
                                              std::int64_t limit, BadRows& bad) {
    json::array ids;
    for (const Id& id : on_ids) ids.emplace_back(id.text());
    return select<Comment>(
        connection,
        "WHERE t.on_id IN (SELECT value FROM json_each(?1)) AND t.archived_at IS NULL AND (t.author='person' OR "
        "(t.author IN ('hivemind','agent') AND (t.read_at IS NULL OR t.read_at>t.created_at))) AND "
        "(t.read_at IS NULL OR t.read_at>=?2) ORDER BY t.created_at, t.id LIMIT ?3",
        bad, std::string_view(to_text(ids)), shown_since, limit);
}

Result<bool> has_learnt_since(Connection& connection, std::string_view id, const Id& session_id) {
    HM_TRY_ASSIGN(
        Statement find,
        connection.prepare("SELECT EXISTS(SELECT 1 FROM memories WHERE id>?1 AND session_id IS NOT ?2) OR "
                           "EXISTS(SELECT 1 FROM decisions WHERE id>?1) OR EXISTS(SELECT 1 FROM anchors WHERE "
                           "archived_at IS NULL AND purged_at IS NULL AND priority='critical' AND id>?1) OR "
                           "EXISTS(SELECT 1 FROM events WHERE subject_id=?2 AND kind='session.report' AND id>?1)"));
    bind_all(find, id, session_id);
    HM_TRY(find.step());
    return find.integer(0) != 0;
}

Result<bool> has_unread_comments(Connection& connection) {
    HM_TRY_ASSIGN(Statement find,
                  connection.prepare("SELECT EXISTS(SELECT 1 FROM comments WHERE read_at IS NULL AND archived_at IS "
                                     "NULL AND author='person')"));
    HM_TRY(find.step());
    return find.integer(0) != 0;
}

Result<void> mark_read(Transaction& transaction, const std::vector<Id>& comment_ids, Time now) {
    HM_TRY_ASSIGN(Statement mark,
                  transaction.connection().prepare("UPDATE comments SET read_at=?2 WHERE id=?1 AND read_at IS NULL"));
    for (const Id& id : comment_ids) {
        bind_all(mark, id, now);
        HM_TRY(mark.run());
    }
    return {};
}

Result<void> count_shown(Transaction& transaction, const std::vector<Id>& knowledge_ids, Time now) {
    HM_TRY_ASSIGN(Statement mark, transaction.connection().prepare("UPDATE knowledge SET access_count=access_count+1, "
                                                                   "last_accessed_at=?2 WHERE id=?1"));
    for (const Id& id : knowledge_ids) {
        bind_all(mark, id, now);
        HM_TRY(mark.run());
    }
    return {};
}

Result<std::vector<Decision>> recent_decisions(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Decision>(connection,
                            "WHERE t.status='resolved' AND t.archived_at IS NULL ORDER BY t.modified_at DESC LIMIT ?",
                            bad, limit);
}

Result<std::vector<Knowledge>> knowledge_about(Connection& connection, const Id& id, std::int64_t limit, BadRows& bad) {
    return select<Knowledge>(connection,
                             "WHERE t.id IN (SELECT r.knowledge_id FROM knowledge_related_to r WHERE r.value=?1) AND " +
                                 std::string(knowledge_holds) + "ORDER BY t.id DESC LIMIT ?2",
                             bad, id, limit);
}

Result<std::vector<Knowledge>> fresh_knowledge(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Knowledge>(connection,
                             "WHERE " + std::string(knowledge_holds) +
                                 "ORDER BY coalesce(t.validated_at, t.modified_at) + t.stale_after DESC LIMIT ?",
                             bad, limit);
}

Result<bool> is_invalidated(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM tasks WHERE id=? AND status='invalidated'"));
    read.bind(1, task_id);
    return read.step();
}

Result<KnownVersion> known_version(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT (SELECT max(event_seq) FROM changes), "
                                                     "(SELECT max(number) FROM memories), "
                                                     "(SELECT max(rowid) FROM knowledge)"));
    HM_TRY(read.step());
    return KnownVersion{read.integer(0), read.integer(1), read.integer(2)};
}

}  // namespace hm
