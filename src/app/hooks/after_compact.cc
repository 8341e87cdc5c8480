#include "app/hooks/after_compact.h"

#include <fmt/format.h>

#include "app/facts/load_situation.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/session_of.h"
#include "app/session/clean_context.h"
#include "app/session/session_log.h"
#include "app/stale_anchors.h"
#include "domain/session_counters.h"
#include "store/sql/event.h"
#include "store/sql/session.h"
#include "view/situation_text.h"

namespace hm {

Result<void> after_compact(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY(save_sessions(transaction, frame.unsaved, workspace.ids));
    // Read again under the write lock: another process may have counted in the meantime.
    HM_TRY_ASSIGN(ResolvedSession current, resolve_session(who, workspace, frame.bad));
    Session& session = current.session;
    SessionCounters counters = read_counters(session.counters);
    count(counters, {.kind = HappeningKind::compaction}, workspace.clock.now());
    session.counters = write_counters(counters, std::move(session.counters));
    drop_clean_context(session);
    HM_TRY_ASSIGN(const Situation situation, load_situation(session, frame.settings, workspace, frame.bad));
    HM_TRY_ASSIGN(session.next_compaction_report, MemoryText::make(next_report_text(situation)));
    session.compaction_count += 1;
    session.last_compaction_at = workspace.clock.now();
    session.modified_at = workspace.clock.now();
    frame.session = session;
    Event event =
        hook_event("session.compacted", fmt::format("Compaction #{}", session.compaction_count), frame, workspace);
    HM_TRY_ASSIGN(const bool is_counted, has_event_of_request(connection, event.request_id));
    if (is_counted) return {};
    HM_TRY(update(transaction, session));
    event.facts = {{"tokens_before", counters.tokens},
                   {"critical_anchors", situation.critical_anchors.size()},
                   {"in_hand", situation.in_hand.size()},
                   {"dead_ends", situation.false_paths.size()}};
    HM_TRY(let_stale_anchors_go(transaction, frame.settings, workspace.clock.now()));
    HM_TRY(append_event(transaction, event));
    HM_TRY(transaction.commit());
    log_to_session_file(event, frame, workspace);
    refresh_session_file(session, frame.settings, workspace);
    return {};
}

}  // namespace hm
