#include "store/queries/session.h"

#include <algorithm>

#include "store/queries/event.h"
#include "store/records/columns.h"
#include "store/records/reading.h"

namespace hm {
namespace {

Event seen_event(const Session& session, IdSource& ids) {
    Event event;
    event.at = session.created_at;
    event.id = ids.next(event.at);
    auto kind = Word::make("session.seen");
    auto summary = Sentence::make("First seen: a session of " + session.client.str());
    HM_ASSERT(kind && summary);
    event.kind = std::move(*kind);
    event.summary = std::move(*summary);
    event.actor = ActorKind::hook;
    event.role = session.role;
    event.session_id = session.id;
    event.subject_id = session.id;
    return event;
}

Result<Session> save_session(Transaction& transaction, Session session, IdSource& ids, BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Session> stored, find_client_session(transaction.connection(), session.client.view(),
                                                                     session.client_session_id.view(), bad));
    if (stored) {
        const bool turned_out_a_child = session.parent_session_id && !stored->parent_session_id;
        const bool got_its_agent = session.agent && !stored->agent;
        const bool has_moved = session.place.process && session.place != stored->place;
        if (!turned_out_a_child && !got_its_agent && !has_moved) return std::move(*stored);
        if (has_moved) stored->place = session.place;
        if (turned_out_a_child) {
            stored->parent_session_id = session.parent_session_id;
            stored->role = session.role;
        }
        if (got_its_agent) stored->agent = session.agent;
        stored->modified_at = session.modified_at;
        HM_TRY(update(transaction, *stored));
        return std::move(*stored);
    }
    HM_TRY_ASSIGN(session.stamp, take_own_stamp(transaction, session.stamp));
    HM_TRY(insert(transaction, session));
    HM_TRY(append_event(transaction, seen_event(session, ids)));
    return session;
}

// What cannot be read counts as nothing: counting never stops a hook.
Result<json::object> stored_counters(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT counters FROM sessions WHERE id=?"));
    read.bind(1, session_id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return json::object{};
    auto parsed = parse_json(read.text(0));
    return parsed && parsed->is_object() ? std::move(parsed->get_object()) : json::object{};
}

}  // namespace

HM_STORED_NOUN(Session)

Result<std::vector<Session>> save_sessions(Transaction& transaction, const std::vector<Session>& sessions,
                                           IdSource& ids) {
    BadRows bad;
    std::vector<Session> saved;
    for (Session session : sessions) {
        // The parent may have been stored under another id than the one it was resolved with.
        if (session.parent_session_id && !saved.empty()) session.parent_session_id = saved.back().id;
        HM_TRY_ASSIGN(Session as_stored, save_session(transaction, std::move(session), ids, bad));
        saved.push_back(std::move(as_stored));
    }
    return saved;
}

Result<std::optional<Session>> find_client_session(Connection& connection, std::string_view client,
                                                   std::string_view client_session_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Session>(connection, "WHERE t.client=? AND t.client_session_id=?", bad, client,
                                              client_session_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Id>> session_and_ancestors(Connection& connection, const Id& session_id) {
    // One look for each generation: nearly every session has no parent, and a recursive query makes a table first.
    constexpr std::size_t most_generations = 17;
    std::vector<Id> ids{session_id};
    while (ids.size() < most_generations) {
        HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT parent_session_id FROM sessions WHERE id=? AND "
                                                         "parent_session_id IS NOT NULL"));
        read.bind(1, ids.back());
        HM_TRY_ASSIGN(const bool has_parent, read.step());
        if (!has_parent) break;
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
    return ids;
}

Result<std::vector<Id>> session_relatives(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, session_id));
    // The line first, so that the limit never cuts off the session itself.
    std::vector<Id> found = line;
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("WITH RECURSIVE tree(id) AS (VALUES(?1) UNION SELECT s.id FROM sessions s JOIN tree "
                           "ON s.parent_session_id=tree.id) SELECT id FROM tree LIMIT 50"));
    read.bind(1, line.back());
    for (;;) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) break;
        Id id = Id::trusted(std::string(read.text(0)));
        if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(std::move(id));
    }
    return found;
}

Result<SessionCounters> counters_of(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(const json::object stored, stored_counters(connection, session_id));
    return read_counters(stored);
}

Result<void> save_counters(Transaction& transaction, const Id& session_id, const SessionCounters& counters) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(json::object stored, stored_counters(connection, session_id));
    HM_TRY_ASSIGN(Statement save,
                  connection.prepare("UPDATE sessions SET counters=?1, tokens_used=CASE WHEN ?2>0 THEN ?2 ELSE "
                                     "tokens_used END, context_window=CASE WHEN ?3>0 "
                                     "THEN ?3 ELSE context_window END, governance_status=CASE WHEN ?4 THEN 'tightened' "
                                     "WHEN governance_status='tightened' THEN NULL ELSE governance_status END "
                                     "WHERE id=?5"));
    bind_all(save, std::string_view(to_text(write_counters(counters, std::move(stored)))), counters.tokens,
             counters.window, counters.is_tightened, session_id);
    return save.run();
}

Result<std::optional<Session>> newest_session_with_aim(Connection& connection, const std::optional<Id>& but,
                                                       BadRows& bad) {
    // Ids are in the order of time, and the read-heads are indexed by their session.
    HM_TRY_ASSIGN(auto found,
                  select<Session>(connection,
                                  "WHERE t.id=(SELECT session_id FROM trajectories WHERE archived_at IS NULL AND "
                                  "coalesce(session_id,'')>'' AND active_plan_id IS NOT NULL AND session_id IS NOT ?1 "
                                  "AND NOT EXISTS (SELECT 1 FROM "
                                  "sessions s WHERE s.id=trajectories.session_id AND s.parent_session_id IS NOT NULL) "
                                  "ORDER BY coalesce(session_id,'') DESC LIMIT 1)",
                                  bad, but));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<LastHeard> last_heard_of(Connection& connection, const Session& session) {
    LastHeard heard{session.created_at};
    HM_TRY_ASSIGN(Statement own,
                  connection.prepare("SELECT at,kind FROM events WHERE session_id=? ORDER BY seq DESC LIMIT 1"));
    own.bind(1, session.id);
    HM_TRY_ASSIGN(const bool has_event, own.step());
    if (has_event) heard = {Time{own.integer(0)}, own.text(1) == "session.left"};
    HM_TRY_ASSIGN(Statement spawned,
                  connection.prepare("SELECT max((SELECT at FROM events WHERE session_id=s.id ORDER BY seq DESC LIMIT "
                                     "1)) FROM sessions s WHERE s.parent_session_id=? LIMIT 50"));
    spawned.bind(1, session.id);
    HM_TRY_ASSIGN(const bool has_spawned, spawned.step());
    if (has_spawned && !spawned.is_null(0)) heard.at = std::max(heard.at, Time{spawned.integer(0)});
    return heard;
}

Result<std::int64_t> files_changed_since(Connection& connection, const Id& session_id, Time since) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT count(DISTINCT f.value) FROM (SELECT at,kind,facts FROM events WHERE "
                                     "session_id=?1 ORDER BY seq DESC LIMIT 300) e, json_each(e.facts,'$.files') f "
                                     "WHERE e.at>?2 AND e.kind IN ('checkpoint','tool.done')"));
    bind_all(read, session_id, since);
    HM_TRY(read.step());
    return read.integer(0);
}

Result<bool> has_child_ended(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT state FROM swarms WHERE child_session_id=? "
                                                     "ORDER BY id DESC LIMIT 1"));
    read.bind(1, session_id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row && read.text(0) != "running" && read.text(0) != "spawned";
}

Result<std::vector<Session>> recent_sessions(Connection& connection, std::int64_t limit, BadRows& bad) {
    return select<Session>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
}

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
