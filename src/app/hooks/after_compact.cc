#include "app/hooks/after_compact.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/session_of.h"
#include "app/stale_anchors.h"
#include "store/sql/event.h"
#include "store/sql/session.h"

namespace hm {

Result<void> after_compact(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY(save_sessions(transaction, frame.unsaved, workspace.ids));
    // Read again under the write lock: another process may have counted in the meantime.
    HM_TRY_ASSIGN(ResolvedSession current, resolve_session(who, workspace, frame.bad));
    Session& session = current.session;
    session.compaction_count += 1;
    session.last_compaction_at = workspace.clock.now();
    session.modified_at = workspace.clock.now();
    frame.session = session;
    Event event =
        hook_event("session.compacted", fmt::format("Compaction #{}", session.compaction_count), frame, workspace);
    HM_TRY_ASSIGN(const bool is_counted, has_event_of_request(connection, event.request_id));
    if (is_counted) return {};
    HM_TRY(update(transaction, session));
    HM_TRY(let_stale_anchors_go(transaction, frame.settings, workspace.clock.now()));
    HM_TRY(append_event(transaction, std::move(event)));
    return transaction.commit();
}

}  // namespace hm
