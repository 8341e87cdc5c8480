#include "app/hooks/hook_frame.h"

#include "app/hooks/session_of.h"
#include "store/sql/settings.h"

namespace hm {

Result<HookFrame> begin_hook(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace) {
    HookFrame frame;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(frame.settings, load_settings(connection, frame.bad));
    connection.set_deadline(Deadline::in(frame.settings.*deadline));
    HM_TRY_ASSIGN(frame.session, session_of(who, workspace));
    frame.request_id = who.request_id;
    return frame;
}

}  // namespace hm
