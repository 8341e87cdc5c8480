#include "app/session/session_meant.h"

#include <fmt/format.h>

#include "domain/stamp.h"
#include "store/queries/session.h"
#include "store/records/any_record.h"

namespace hm {
namespace {

constexpr std::int64_t most_looked_at = 50;

Result<std::optional<Session>> session_named(std::string_view name, Connection& connection, BadRows& bad) {
    if (auto id = Id::parse(name)) return find<Session>(connection, *id, bad);
    HM_TRY_ASSIGN(const std::vector<Id> ids, ids_with_stamp(connection, name, 20));
    for (const Id& id : ids) {
        HM_TRY_ASSIGN(std::optional<Session> session, find<Session>(connection, id, bad));
        if (session) return session;
    }
    return std::nullopt;
}

}  // namespace

Result<std::optional<Session>> session_meant_if_any(const std::optional<SessionName>& name, const Actor& actor,
                                                    Connection& connection, BadRows& bad) {
    if (name) {
        HM_TRY_ASSIGN(std::optional<Session> named, session_named(name->view(), connection, bad));
        if (named) return named;
        return fail(ErrorCode::not_found, fmt::format("No session {}.", name->view()),
                    "Use an id or a stamp from `hivemind session list`.");
    }
    if (actor.session_id) return find<Session>(connection, *actor.session_id, bad);
    HM_TRY_ASSIGN(std::vector<Session> sessions, recent_sessions(connection, most_looked_at, bad));
    for (Session& session : sessions) {
        if (session.status == SessionStatus::active && !session.parent_session_id) return std::move(session);
    }
    return std::nullopt;
}

Result<Session> session_meant(const std::optional<SessionName>& name, const Actor& actor, Connection& connection,
                              BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Session> found, session_meant_if_any(name, actor, connection, bad));
    if (found) return std::move(*found);
    return fail(ErrorCode::not_found, "There is no open session.", "Begin one: `hivemind session start \"what for\"`.");
}

}  // namespace hm
