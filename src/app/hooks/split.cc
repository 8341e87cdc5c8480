#include "app/hooks/split.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/hooks/session_of.h"
#include "store/sql/session.h"

namespace hm {

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

}  // namespace hm
