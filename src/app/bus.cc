#include "app/bus.h"

#include <fmt/format.h>

#include "app/access.h"
#include "app/brought_along.h"
#include "app/new_event.h"
#include "app/session/session_log.h"
#include "app/set_bad_rows_aside.h"
#include "base/redact.h"
#include "store/spool.h"
#include "store/sql/event.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

Event event_of(const Command& command, const CommandRequest& request, const Receipt& receipt,
               const CommandContext& context) {
    Event event = new_event(command.name, receipt.sentence, request.actor, context.now, context.ids);
    if (!event.session_id) event.session_id = session_of_command(event.kind.view(), receipt, request.actor);
    event.task_id = receipt.task_id;
    event.subject_id = receipt.id;
    set_request_id(event, request.request_id);
    event.facts = {{"receipt", to_json(receipt)}};
    return event;
}

Result<std::optional<Receipt>> earlier_receipt(Connection& connection, const CommandRequest& request, BadRows& bad) {
    if (request.request_id.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const auto event, find_event_by_request(connection, request.request_id, bad));
    if (!event) return std::nullopt;
    return receipt_from_json(object_member(event->facts, "receipt"));
}

Deadline deadline_of(const Settings& settings, std::optional<Duration> patience) {
    return Deadline::in(patience ? std::min(*patience, settings.command_deadline) : settings.command_deadline);
}

}  // namespace

Result<Receipt> execute(const Command& command, const CommandRequest& request, Workspace& workspace) {
    // Before git is asked, for one.
    HM_TRY(check_access(command.name, command.access, request.actor));
    return execute_with(run_with_all(command, request, workspace), command, request, workspace);
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
    HM_TRY(set_bad_rows_aside(context));
    if (afterwards.roll_back) return receipt;
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    for (const auto& act : afterwards.acts) act(receipt);
    for (const auto& view : afterwards.views) view(receipt, workspace);
    log_command(event.kind.view(), receipt, request.actor, settings, workspace);
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
