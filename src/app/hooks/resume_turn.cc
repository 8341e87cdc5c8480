#include "app/hooks/resume_turn.h"

#include <fmt/format.h>

#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/work/swarms.h"
#include "store/queries/session.h"
#include "store/queries/work.h"
#include "store/records/records.h"
#include "view/memory_text.h"

namespace hm {

Result<std::optional<std::string>> reason_to_rest(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    if (!frame.unsaved.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    std::optional<std::string> reason;
    if (!counters.continued_by.empty()) reason = "The work of this session goes on in a fresh one.";
    HM_TRY_ASSIGN(const bool is_recalled, was_recalled(who, workspace));
    if (is_recalled) reason = "The work of this subagent was taken back.";
    if (reason) {
        HM_TRY(record(hook_event("session.rested", *reason, frame, workspace), std::nullopt, frame, workspace));
    }
    return reason;
}

Result<std::optional<SplitDue>> split_due(const AgentIdentity& who, const std::vector<SplitMessage>& messages,
                                          Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::pack_deadline, workspace));
    // A subagent reports to its parent, which waits for this very session.
    if (frame.session.parent_session_id || !frame.unsaved.empty()) return std::nullopt;
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    const SplitDecision decision = decide_split(counters, frame.settings);
    if (!decision.is_due || !counters.continued_by.empty()) return std::nullopt;
    HM_TRY_ASSIGN(SplitPackage package, write_split_package(frame.session, messages, workspace));
    return SplitDue{std::move(package), decision.percent};
}

Result<void> link_fresh(const AgentIdentity& who, std::string_view fresh, Workspace& workspace) {
    AgentIdentity opened = who;
    opened.session = fresh;
    opened.request_id.clear();
    HM_TRY_ASSIGN(const Session goes_on, session_of(opened, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    if (goes_on.id == frame.session.id || !frame.unsaved.empty()) return {};
    HM_TRY(link_split(frame.session, goes_on, workspace));
    Event event = hook_event(
        "session.split",
        fmt::format("Session {} goes on in the fresh session {}", frame.session.stamp.view(), goes_on.stamp.view()),
        frame, workspace);
    event.subject_id = goes_on.id;
    return record(std::move(event), std::nullopt, frame, workspace);
}

Result<std::string> subagent_named(std::string_view session_id, Workspace& workspace) {
    const auto id = Id::parse(session_id);
    if (!id) return std::string();
    BadRows bad;
    HM_TRY_ASSIGN(const auto session, find<Session>(workspace.store.connection(), *id, bad));
    if (!session || !session->parent_session_id) return std::string();
    return session->client_session_id.str();
}

Result<bool> was_recalled(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    if (!frame.session.parent_session_id) return false;
    HM_TRY_ASSIGN(const auto recalled,
                  delegation_recalled_from(workspace.store.connection(), frame.session.id, frame.bad));
    return recalled.has_value();
}

Result<std::optional<DueResearch>> research_due(std::string_view swarm_id, Workspace& workspace) {
    HM_TRY_ASSIGN(const Id id, Id::parse(swarm_id));
    BadRows bad;
    HM_TRY_ASSIGN(const auto swarm, find<Swarm>(workspace.store.connection(), id, bad));
    if (!swarm || swarm->state != SwarmState::spawned) return std::nullopt;
    return DueResearch{id.text(), research_title(id), research_text(*swarm)};
}

}  // namespace hm
