#include "app/hooks/session_warnings.h"

#include "app/chain_breaks.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/session_of.h"
#include "app/stale_entries.h"

namespace hm {
namespace {

constexpr std::int64_t most_counted = 50;

Result<std::vector<StaleEntry>> stale_now(const HookFrame& frame, Workspace& workspace) {
    const Actor actor = agent_actor(frame.session);
    BadRows bad;
    const QueryContext context{workspace, actor, frame.settings, workspace.clock.now(), bad};
    HM_TRY_ASSIGN(const StalenessFacts facts, load_staleness_facts(context));
    std::vector<StaleEntry> entries;
    for (const auto stale_of : {&stale_anchors, &stale_memories, &stale_knowledge, &stale_artifacts}) {
        HM_TRY_ASSIGN(auto more, stale_of(facts, most_counted, context));
        std::move(more.begin(), more.end(), std::back_inserter(entries));
    }
    return entries;
}

}  // namespace

Result<SessionWarnings> session_warnings(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    SessionWarnings warnings{chain_break_note(workspace), std::nullopt};
    HM_TRY_ASSIGN(const auto entries, stale_now(frame, workspace));
    if (!entries.empty()) warnings.stale = stale_warning(entries);
    return warnings;
}

}  // namespace hm
