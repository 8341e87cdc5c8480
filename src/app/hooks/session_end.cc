#include "app/hooks/session_end.h"

#include "app/bus.h"
#include "app/hooks/session_of.h"

namespace hm {

Result<void> session_end(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session session, session_of(who, &Settings::record_deadline, workspace));
    if (session.status == SessionStatus::closed) return {};
    Actor actor = agent_actor(session);
    actor.kind = ActorKind::hook;
    HM_TRY(execute(*find_command("session close"), {json::object{}, actor, who.request_id}, workspace));
    return {};
}

}  // namespace hm
