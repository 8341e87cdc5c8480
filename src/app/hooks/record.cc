#include "app/hooks/record.h"

#include "app/hooks/keep_counters.h"
#include "app/local_minute.h"
#include "app/new_event.h"
#include "app/session/scan_drift.h"
#include "app/session/session_log.h"
#include "store/spool.h"

namespace hm {
namespace {

Result<void> write(const SpooledRecord& whole, const HookFrame& frame, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(std::optional<CountedIn> counted, take_in_record(transaction, whole, workspace.ids));
    if (counted) {
        HM_TRY(scan_drift(*counted, frame, transaction, workspace));
        HM_TRY(raise_signals(std::move(*counted), frame, transaction, workspace));
    }
    return transaction.commit();
}

}  // namespace

Event hook_event(std::string_view kind, std::string_view summary, const HookFrame& frame, Workspace& workspace) {
    const Actor hook{
        .kind = ActorKind::hook, .role = std::string(frame.session.role.view()), .session_id = frame.session.id};
    Event event = new_event(kind, summary, hook, workspace.clock.now(), workspace.ids);
    set_request_id(event, frame.request_id);
    return event;
}

Result<void> record(Event event, std::optional<Checkpoint> checkpoint, const HookFrame& frame, Workspace& workspace,
                    std::optional<Happening> happening) {
    if (checkpoint) checkpoint->stamp = make_stamp(local_minute(event.at), 0);
    if (!happening) happening = happening_of(event);
    if (happening && checkpoint) happening->left_checkpoint = true;
    const SpooledRecord whole{std::move(event), std::move(checkpoint), frame.unsaved, std::move(happening)};
    if (write(whole, frame, workspace)) {
        log_to_session_file(whole.event, frame, workspace);
        return {};
    }
    return write_spool(workspace.store.paths(), whole);
}

}  // namespace hm
