#include "app/hooks/go_on.h"

#include "app/hooks/hook_frame.h"
#include "app/hooks/recalled.h"
#include "app/hooks/record.h"
#include "store/sql/session.h"

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

}  // namespace hm
