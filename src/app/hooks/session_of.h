// The session that an event belongs to. A session is kept from the first time it is seen.
#pragma once

#include "app/actor.h"
#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "domain/session.h"

namespace hm {

Result<Session> session_of(const AgentIdentity& who, Workspace& workspace);

Actor agent_actor(const Session& session);

}  // namespace hm
