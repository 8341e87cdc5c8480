// Queries about sessions.
#pragma once

#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/signal.h"
#include "store/records/records.h"

namespace hm {

Result<std::optional<Session>> find_client_session(Connection& connection, std::string_view client,
                                                   std::string_view client_session_id, BadRows& bad);

// Saves sessions that are new and takes over the parent of those that turned out to be children, parents
// first. Answers them as they are stored: another process may have saved one in the meantime, under its id.
Result<std::vector<Session>> save_sessions(Transaction& transaction, const std::vector<Session>& sessions,
                                           IdSource& ids);

// The session, its parent, and so on up; at most a handful.
Result<std::vector<Id>> session_and_ancestors(Connection& connection, const Id& session_id);

// All sessions that come from the same first one, the given one among them; at most 50.
Result<std::vector<Id>> session_relatives(Connection& connection, const Id& session_id);

// The counters of a session as they are stored now.
// REQUIRES: within a transaction when they are to be saved again, so that no other process counts in between.
Result<SessionCounters> counters_of(Connection& connection, const Id& session_id);
// Changes the counters and what of them the session also has as fields; its modified_at stays.
Result<void> save_counters(Transaction& transaction, const Id& session_id, const SessionCounters& counters);

// The newest main session whose own read-head is at a plan, `but` left out.
Result<std::optional<Session>> newest_session_with_aim(Connection& connection, const std::optional<Id>& but,
                                                       BadRows& bad);

// When a session, or an agent it spawned, was last heard of, and whether its client let go of it since.
struct LastHeard {
    Time at;
    bool has_left = false;
};
Result<LastHeard> last_heard_of(Connection& connection, const Session& session);

// How many files the calls of a session changed since then, among the latest of its events.
Result<std::int64_t> files_changed_since(Connection& connection, const Id& session_id, Time since);

// Whether a session that was spawned has given its answer, or was ended.
Result<bool> has_child_ended(Connection& connection, const Id& session_id);

Result<std::vector<Session>> recent_sessions(Connection& connection, std::int64_t limit, BadRows& bad);

// Queries about signals.

// The signals of a session that still hold, worst first, then the newest; at most `limit`.
Result<std::vector<Signal>> open_signals(Connection& connection, const Id& session_id, std::int64_t limit,
                                         BadRows& bad);

}  // namespace hm
