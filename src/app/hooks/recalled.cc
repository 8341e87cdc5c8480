#include "app/hooks/recalled.h"

#include "app/hooks/hook_frame.h"
#include "store/sql/delegation.h"

namespace hm {

Result<std::string> subagent_named(std::string_view session_id, Workspace& workspace) {
    const auto id = Id::parse(session_id);
    if (!id) return std::string();
    BadRows bad;
    HM_TRY_ASSIGN(const auto session, find<Session>(workspace.store.connection(), *id, bad));
    if (!session || !session->parent_session_id) return std::string();
    return session->client_session_id.str();
}

Result<bool> was_recalled(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    if (!frame.session.parent_session_id) return false;
    HM_TRY_ASSIGN(const auto recalled,
                  delegation_recalled_from(workspace.store.connection(), frame.session.id, frame.bad));
    return recalled.has_value();
}

}  // namespace hm
