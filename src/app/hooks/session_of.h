// The session that an event belongs to. A session is kept from the first time it is seen. A hook only looks
// it up, and a session that is new is saved together with the hook's record, so that a store that is held
// by another process delays nothing.
#pragma once

#include <vector>

#include "app/actor.h"
#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "store/records.h"

namespace hm {

struct ResolvedSession {
    Session session;
    std::vector<Session> unsaved;  // new or changed, parents first; the session itself is the last
};

// Reads only.
Result<ResolvedSession> resolve_session(const AgentIdentity& who, Workspace& workspace, BadRows& bad);

// The session, saved, in the role that it has now. `deadline` is the setting that bounds the wait.
Result<Session> session_of(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace);

Actor agent_actor(const Session& session);

}  // namespace hm
