#include "app/hooks/record.h"

#include "app/local_minute.h"
#include "store/spool.h"
#include "store/sql/checkpoint.h"
#include "store/sql/event.h"
#include "store/sql/stamp.h"

namespace hm {
namespace {

Result<void> write(const Event& event, std::optional<Checkpoint> checkpoint, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(const bool is_recorded, has_event_of_request(connection, event.request_id));
    if (is_recorded) return {};
    if (checkpoint) {
        HM_TRY_ASSIGN(checkpoint->stamp, take_stamp(transaction, local_minute(event.at)));
        HM_TRY(insert(transaction, *checkpoint));
    }
    HM_TRY(append_event(transaction, event));
    return transaction.commit();
}

}  // namespace

Event hook_event(std::string_view kind, std::string_view summary, const HookFrame& frame, Workspace& workspace) {
    Event event;
    event.at = workspace.clock.now();
    event.id = workspace.ids.next(event.at);
    auto word = Word::make(std::string(kind));
    auto sentence = Sentence::make(shorten(repair_utf8(summary), Sentence::max_characters));
    HM_ASSERT(word && sentence);
    event.kind = std::move(*word);
    event.summary = std::move(*sentence);
    event.actor = ActorKind::hook;
    event.role = frame.session.role;
    event.session_id = frame.session.id;
    if (auto key = Text<1, 120>::make(frame.request_id)) event.request_id = std::move(*key);
    return event;
}

Result<void> record(Event event, std::optional<Checkpoint> checkpoint, Workspace& workspace) {
    if (write(event, checkpoint, workspace)) return {};
    if (checkpoint) checkpoint->stamp = make_stamp(local_minute(event.at), 0);
    return write_spool(workspace.store.paths(), SpooledRecord{std::move(event), std::move(checkpoint)});
}

}  // namespace hm
