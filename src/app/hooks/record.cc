#include "app/hooks/record.h"

#include "app/local_minute.h"
#include "app/new_event.h"
#include "store/spool.h"

namespace hm {
namespace {

Result<void> write(const SpooledRecord& whole, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY(take_in_record(transaction, whole, workspace.ids));
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

Result<void> record(Event event, std::optional<Checkpoint> checkpoint, const HookFrame& frame, Workspace& workspace) {
    if (checkpoint) checkpoint->stamp = make_stamp(local_minute(event.at), 0);
    const SpooledRecord whole{std::move(event), std::move(checkpoint), frame.unsaved};
    if (write(whole, workspace)) return {};
    return write_spool(workspace.store.paths(), whole);
}

}  // namespace hm
