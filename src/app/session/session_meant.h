// Which session a command or query means, and where its files are.
#pragma once

#include "app/command/command.h"
#include "app/command/query.h"
#include "domain/session.h"
#include "store/files/locate.h"
#include "store/records/records.h"
#include "view/session_text.h"

namespace hm {

using SessionName = Text<1, 60>;  // an id or a stamp

// The input of what looks at one session.
struct NamedSession {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &NamedSession::session,
                    "Id or stamp of the session; your own, or the newest open one, when left out."));
    }
};

// The client of a session that a person began at a terminal.
inline constexpr std::string_view person_client = "cli";

// The one that is named; else the actor's own; else the newest that is open, as a person means it.
Result<Session> session_meant(const std::optional<SessionName>& name, const Actor& actor, Connection& connection,
                              BadRows& bad);

// Nothing instead of an error when nobody named one and there is none.
Result<std::optional<Session>> session_meant_if_any(const std::optional<SessionName>& name, const Actor& actor,
                                                    Connection& connection, BadRows& bad);

// What really happened in a session, from its counters and its events.

Result<SessionRecord> load_session_record(const Session& session, const QueryContext& context);

}  // namespace hm
