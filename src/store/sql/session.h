// Queries about sessions.
#pragma once

#include "domain/session.h"
#include "store/records.h"

namespace hm {

Result<std::optional<Session>> find_client_session(Connection& connection, std::string_view client,
                                                   std::string_view client_session_id, BadRows& bad);

// The session, its parent, and so on up; at most a handful.
Result<std::vector<Id>> session_and_ancestors(Connection& connection, const Id& session_id);

Result<std::vector<Session>> recent_sessions(Connection& connection, std::int64_t limit, BadRows& bad);

}  // namespace hm
