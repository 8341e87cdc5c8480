#include "app/hooks/usage.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "store/sql/session.h"

namespace hm {

Result<SplitDecision> usage(const Usage& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    Happening happening{.kind = HappeningKind::usage};
    happening.tokens = event.tokens;
    happening.window = event.window;
    happening.useless_below = frame.settings.compaction_frees_percent;
    Event told = hook_event("usage", fmt::format("{} tokens in the context", event.tokens), frame, workspace);
    told.facts = {{"tokens", event.tokens}};
    if (event.window) told.facts["window"] = *event.window;
    HM_TRY(record(std::move(told), std::nullopt, frame, workspace, std::move(happening)));
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    return decide_split(counters, frame.settings);
}

}  // namespace hm
