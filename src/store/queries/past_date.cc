#include "store/queries/past_date.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/records/columns.h"

namespace hm {
namespace {

// The conditions of the indexes of migration 0005, word for word: SQLite uses an index only when they are given.
constexpr std::string_view aging_memory =
    "archived_at IS NULL AND stale_at IS NOT NULL AND standing = 'observed' AND stale_at<=?1";
constexpr std::string_view aging_anchor =
    "archived_at IS NULL AND purged_at IS NULL AND priority <> 'critical' AND coalesce(validated_at, modified_at)<?1";
constexpr std::string_view aging_knowledge =
    "archived_at IS NULL AND coalesce(validated_at, modified_at) + stale_after<?1";
constexpr std::string_view is_active = "(SELECT id FROM tasks WHERE status='active' AND archived_at IS NULL)";

Result<std::int64_t> count(Connection& connection, std::string_view table, std::string_view condition, Time bound,
                           std::int64_t most) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(fmt::format(
                                      "SELECT count(*) FROM (SELECT 1 FROM {} WHERE {} LIMIT ?2)", table, condition)));
    bind_all(read, bound, most);
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace

Result<std::set<Id>> active_task_ids(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(is_active.substr(1, is_active.size() - 2)));
    std::set<Id> ids;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return ids;
        ids.insert(Id::trusted(std::string(read.text(0))));
    }
}

Result<std::vector<Memory>> memories_past_date(Connection& connection, Time now, std::int64_t limit, BadRows& bad) {
    return select<Memory>(connection, fmt::format("WHERE {} ORDER BY stale_at LIMIT ?2", aging_memory), bad, now,
                          limit);
}

Result<std::vector<Anchor>> anchors_unconfirmed_since(Connection& connection, Time since, std::int64_t limit,
                                                      BadRows& bad) {
    return select<Anchor>(connection,
                          fmt::format("WHERE {} ORDER BY coalesce(validated_at, modified_at) LIMIT ?2", aging_anchor),
                          bad, since, limit);
}

Result<std::vector<Anchor>> anchors_with_changed_source(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Anchor>(connection,
                          "WHERE t.stale_since IS NOT NULL AND t.archived_at IS NULL AND t.purged_at IS NULL "
                          "ORDER BY t.stale_since LIMIT ?",
                          bad, limit);
}

Result<std::vector<Knowledge>> knowledge_past_date(Connection& connection, Time now, std::int64_t limit, BadRows& bad) {
    return select<Knowledge>(
        connection,
        fmt::format("WHERE {} ORDER BY coalesce(validated_at, modified_at) + stale_after LIMIT ?2", aging_knowledge),
        bad, now, limit);
}

Result<std::vector<SilentSession>> sessions_silent_since(Connection& connection, Time since, std::int64_t limit,
                                                         BadRows& bad) {
    constexpr std::string_view last_seen =
        "max(t.modified_at, coalesce((SELECT at FROM events WHERE session_id=t.id ORDER BY seq DESC LIMIT 1), 0))";
    HM_TRY_ASSIGN(auto sessions,
                  select<Session>(connection,
                                  fmt::format("WHERE t.status='active' AND t.archived_at IS NULL AND t.id NOT IN "
                                              "(SELECT assigned_session_id FROM tasks WHERE status='active' AND "
                                              "archived_at IS NULL AND assigned_session_id IS NOT NULL) AND {}<?1 "
                                              "ORDER BY t.id LIMIT ?2",
                                              last_seen),
                                  bad, since, limit));
    std::vector<SilentSession> silent;
    for (Session& session : sessions) {
        HM_TRY_ASSIGN(Statement read,
                      connection.prepare(fmt::format("SELECT {} FROM sessions AS t WHERE t.id=?", last_seen)));
        read.bind(1, session.id);
        HM_TRY(read.step());
        silent.push_back({std::move(session), Time{read.integer(0)}});
    }
    return silent;
}

Result<std::int64_t> count_past_date(Connection& connection, Time now, Duration anchor_fresh_for, std::int64_t most,
                                     ActiveTasks active) {
    const auto unlinked = [&](std::string_view condition, std::string_view link) {
        return active == ActiveTasks::none ? std::string(condition) : fmt::format("{} AND {}", condition, link);
    };
    const auto not_of_active = [](std::string_view column) {
        return fmt::format("({0} IS NULL OR {0} NOT IN {1})", column, is_active);
    };
    HM_TRY_ASSIGN(const auto memories,
                  count(connection, "memories", unlinked(aging_memory, not_of_active("origin_task_id")), now, most));
    HM_TRY_ASSIGN(const auto anchors,
                  count(connection, "anchors", unlinked(aging_anchor, not_of_active("source_task_id")),
                        Time{now.ms - anchor_fresh_for.ms}, most));
    const std::string names_active = fmt::format(
        "NOT EXISTS (SELECT 1 FROM knowledge_related_to AS r WHERE r.knowledge_id=knowledge.id AND r.value IN {})",
        is_active);
    HM_TRY_ASSIGN(const auto entries,
                  count(connection, "knowledge", unlinked(aging_knowledge, names_active), now, most));
    return std::min(most, memories + anchors + entries);
}

}  // namespace hm
