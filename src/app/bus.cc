#include "app/bus.h"

#include <fmt/format.h>

#include <tuple>

#include "app/access.h"
#include "app/brought_along.h"
#include "app/graph/enforced_gate.h"
#include "app/new_event.h"
#include "app/session/session_log.h"
#include "app/set_bad_rows_aside.h"
#include "base/redact.h"
#include "store/spool.h"
#include "store/sql/event.h"
#include "store/sql/receipt.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

// The receipt as its event keeps it: an event is small, and the longest details go first.
json::object kept_in_event(const Receipt& receipt) {
    json::object kept = to_json(receipt);
    while (to_text(json::object{{"receipt", kept}}).size() > max_event_facts_bytes) {
        std::size_t longest_size = 0;
        std::string longest;
        for (const auto& detail : receipt.details) {
            const std::size_t size = kept.contains(detail.key()) ? to_text(detail.value()).size() : 0;
            if (size <= longest_size) continue;
            longest_size = size;
            longest = detail.key();
        }
        if (longest.empty()) break;
        kept.erase(longest);
    }
    return kept;
}

Event event_of(const Command& command, const CommandRequest& request, const Receipt& receipt,
               const CommandContext& context) {
    Event event = new_event(command.name, receipt.sentence, request.actor, context.now, context.ids);
    event.task_id = receipt.task_id;
    event.subject_id = receipt.id;
    // A person's command belongs to the session that it is about, if any.
    if (!event.session_id) event.session_id = session_named(receipt);
    if (!event.session_id && event.kind.view().starts_with("session.")) event.session_id = receipt.id;
    set_request_id(event, request.request_id);
    event.facts = {{"receipt", kept_in_event(receipt)}};
    return event;
}

Result<std::optional<Receipt>> earlier_receipt(Connection& connection, const CommandRequest& request, BadRows& bad) {
    if (request.request_id.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const auto event, find_event_by_request(connection, request.request_id, bad));
    if (!event) return std::nullopt;
    HM_TRY_ASSIGN(const std::optional<std::string> whole, find_receipt(connection, request.request_id));
    if (whole) {
        HM_TRY_ASSIGN(const json::value kept, parse_json(*whole));
        if (kept.is_object()) return receipt_from_json(kept.get_object());
    }
    Receipt receipt = receipt_from_json(object_member(event->facts, "receipt"));
    if (receipt.sentence.empty()) receipt = {event->summary.str(), event->subject_id, event->task_id};
    return receipt;
}

// Whole, where the event does not hold all of it: what is sent again is answered as it was the first time.
Result<void> keep_whole(const Receipt& receipt, const Event& event, Transaction& transaction) {
    const json::object whole = to_json(receipt);
    if (!event.request_id || object_member(event.facts, "receipt") == whole) return {};
    return keep_receipt(transaction, event.request_id->view(), event.at, to_text(whole));
}

// What was added behind the commit; a receipt without it is still the first one.
Result<void> keep_additions(const Receipt& receipt, const Event& event, Connection& connection) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY(keep_whole(receipt, event, transaction));
    return transaction.commit();
}

Deadline deadline_of(const Settings& settings, std::optional<Duration> patience) {
    return Deadline::in(patience ? std::min(*patience, settings.command_deadline) : settings.command_deadline);
}

}  // namespace

Result<Receipt> execute(const Command& command, const CommandRequest& request, Workspace& workspace) {
    // Before git is asked, for one.
    HM_TRY(check_access(command.name, command.access, request.actor));
    auto receipt = execute_with(run_with_all(command, request, workspace), command, request, workspace);
    if (!receipt && receipt.error().code == ErrorCode::conflict) (void)note_refused_start(command, request, workspace);
    return receipt;
}

Result<Receipt> execute_with(const RunCommand& run, const Command& command, const CommandRequest& request,
                             Workspace& workspace) {
    HM_TRY(check_access(command.name, command.access, request.actor));
    const json::value input = redact_value(request.input);
    if (command.check != nullptr) HM_TRY(command.check(input));
    Connection& connection = workspace.store.connection();
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(deadline_of(settings, request.patience));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    HM_TRY_ASSIGN(std::optional<Receipt> earlier, earlier_receipt(connection, request, bad));
    if (earlier) return std::move(*earlier);

    // What happened earlier comes first in the trail, and a command acts on everything that is known.
    HM_TRY_ASSIGN(const auto taken_in, take_in_spool(transaction, workspace.store.paths(), workspace.ids));
    Afterwards afterwards;
    const CommandContext context{transaction,           request.actor, settings,  workspace.ids,
                                 workspace.clock.now(), bad,           afterwards};
    HM_TRY_ASSIGN(Receipt receipt, run(input, context));
    const Event event = event_of(command, request, receipt, context);
    HM_TRY_ASSIGN(const std::int64_t seq, append_event(transaction, event));
    HM_TRY(keep_changes(transaction, seq));
    HM_TRY(keep_whole(receipt, event, transaction));
    HM_TRY(set_bad_rows_aside(context));
    if (afterwards.roll_back) return receipt;
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    const bool is_all_kept = afterwards.acts.empty() && afterwards.views.empty();
    for (const auto& act : afterwards.acts) act(receipt);
    for (const auto& view : afterwards.views) view(receipt, workspace);
    if (!is_all_kept && event.request_id) std::ignore = keep_additions(receipt, event, connection);
    log_command(event, receipt, settings, workspace);
    return receipt;
}

Result<Answer> ask(const Query& query, const json::value& input, const Actor& actor, Workspace& workspace,
                   std::optional<Duration> patience) {
    Connection& connection = workspace.store.connection();
    BadRows bad;
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(deadline_of(settings, patience));
    return query.run(input, QueryContext{workspace, actor, settings, workspace.clock.now(), bad});
}

}  // namespace hm
