#include "app/hooks/session_events.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/memory/stale.h"
#include "app/session/session_log.h"
#include "app/session/situation.h"
#include "base/strings.h"
#include "domain/session_counters.h"
#include "engine/pack/delivery.h"
#include "engine/session/context.h"
#include "store/files/read_files.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/settings.h"
#include "view/situation_text.h"

namespace hm {

Result<std::string> before_compact(const BeforeCompact& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    HM_TRY_ASSIGN(const Situation situation, load_situation(frame.session, frame.settings, workspace, frame.bad));
    const SessionCounters counters = read_counters(frame.session.counters);
    const bool is_muted = is_useless_to_add(counters);
    const std::size_t room = std::min(compaction_characters(counters, frame.settings),
                                      traits_of(frame.session.client.view()).most_characters.value_or(largest_budget));
    const std::string text = compaction_text(situation, room, is_muted ? BlockSize::only_essentials : BlockSize::full);
    Event told = hook_event("session.compacting",
                            fmt::format("{} characters for the compaction{}", count_characters(text),
                                        is_muted ? ", only the essentials: the last ones freed too little" : ""),
                            frame, workspace);
    told.facts = {{"characters", count_characters(text)}, {"tokens", counters.tokens}};
    HM_TRY(record(std::move(told), std::nullopt, frame, workspace));
    return text;
}

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
    if (frame.unsaved.empty()) log_to_session_file(event, session, frame.settings, workspace);
    refresh_session_file(session, frame.settings, workspace);
    return {};
}

namespace {

constexpr std::size_t max_prompt_bytes = 32 * 1024;
constexpr std::size_t max_summary_characters = 60'000;

}  // namespace

Result<std::string> own_compaction_prompt(const AgentIdentity& who, std::string_view block,
                                          std::string_view prior_summary, Workspace& workspace) {
    const auto file = workspace.store.paths().directory / "compaction_prompt.md";
    HM_TRY_ASSIGN(const auto own, read_bounded_file(file, max_prompt_bytes));
    std::string words = own ? repair_utf8(*own) : std::string();
    if (words.find_first_not_of(" \t\r\n") == std::string::npos) {
        BadRows bad;
        HM_TRY_ASSIGN(const ResolvedSession resolved, resolve_session(who, workspace, bad));
        const auto& report = resolved.session.next_compaction_report;
        // Once the last ones freed too little only the essentials go out, and a report is more than that.
        if (!report || is_useless_to_add(read_counters(resolved.session.counters))) return std::string();
        // A report of ours is made from what holds now; what was true at the last compaction may not be.
        std::string current = report->str();
        if (is_made_report(current)) {
            HM_TRY_ASSIGN(const Settings settings, load_settings(workspace.store.connection(), bad));
            HM_TRY_ASSIGN(const Situation situation, load_situation(resolved.session, settings, workspace, bad));
            current = next_report_text(situation);
        }
        words = usual_compaction_prompt(current);
    }
    return compaction_prompt_text(words, shorten(repair_utf8(prior_summary), max_summary_characters), block);
}

}  // namespace hm
