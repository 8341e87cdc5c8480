#include "app/hooks/session_end.h"

#include <fmt/format.h>

#include "app/bus.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/session_of.h"
#include "base/redact.h"

namespace hm {

Result<void> session_end(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session session, session_of(who, &Settings::record_deadline, workspace));
    if (session.status == SessionStatus::closed) return {};
    Actor actor = agent_actor(session);
    actor.kind = ActorKind::hook;
    HM_TRY(execute(*find_command("session close"), {json::object{}, actor, who.request_id}, workspace));
    return {};
}

Result<void> session_left(const AgentIdentity& who, std::string_view reason, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    const std::string word = redact(shorten(repair_utf8(reason), 60));
    return record(hook_event("session.left",
                             fmt::format("{} let go of the session{}", frame.session.client.view(),
                                         word.empty() ? std::string() : fmt::format(" ({})", word)),
                             frame, workspace),
                  std::nullopt, frame, workspace);
}

}  // namespace hm
