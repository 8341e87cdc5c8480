#include "app/hooks/hook_frame.h"

#include <tuple>

#include "app/graph/leave_context.h"
#include "app/hooks/current_role.h"
#include "app/hooks/session_of.h"
#include "store/sql/session.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

// When the store is held past the deadline they stay unsaved, and the record carries them into the spool.
Result<std::vector<Session>> save(const std::vector<Session>& sessions, Workspace& workspace) {
    if (sessions.empty()) return std::vector<Session>{};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(std::vector<Session> saved, save_sessions(transaction, sessions, workspace.ids));
    HM_TRY(transaction.commit());
    return saved;
}

}  // namespace

Result<HookFrame> begin_hook(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace,
                             Reading reading) {
    HookFrame frame;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Snapshot snapshot, Snapshot::begin(connection));
    frame.reading = std::make_unique<Snapshot>(std::move(snapshot));
    HM_TRY_ASSIGN(frame.settings, load_settings(connection, frame.bad));
    connection.set_deadline(Deadline::in(frame.settings.*deadline));
    HM_TRY_ASSIGN(ResolvedSession resolved, resolve_session(who, workspace, frame.bad));
    frame.unsaved = std::move(resolved.unsaved);
    if (reading == Reading::ends || !frame.unsaved.empty()) frame.reading.reset();
    if (auto saved = save(frame.unsaved, workspace)) {
        // A session begins: what was abandoned long ago leaves the context. Not done in time, it waits for the next.
        if (!saved->empty()) std::ignore = leave_context(frame.settings, workspace);
        frame.session = saved->empty() ? std::move(resolved.session) : std::move(saved->back());
        frame.unsaved.clear();
    } else {
        frame.session = std::move(resolved.session);
    }
    frame.agent = agent_name(frame.session, who.agent);
    HM_TRY(take_current_role(frame.session, frame.agent, frame.settings, connection, frame.bad));
    frame.request_id = who.request_id;
    return frame;
}

}  // namespace hm
