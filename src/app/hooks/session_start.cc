#include "app/hooks/session_start.h"

#include <fmt/format.h>

#include "app/facts/load_situation.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/map_files.h"
#include "app/hooks/record.h"
#include "app/outside_changes.h"
#include "app/scan/watch_project.h"
#include "base/redact.h"
#include "view/situation_text.h"

namespace hm {

Result<std::string> session_start(const SessionStart& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    (void)begin_watching_tree(workspace);  // what cannot be watched is no reason not to begin
    HM_TRY_ASSIGN(const auto before, session_before(frame.session.id, workspace.store.connection(), frame.bad));
    Event started = hook_event("session.started",
                               fmt::format("{} began ({})", frame.session.client.view(),
                                           event.reason.empty() ? "startup" : redact(event.reason)),
                               frame, workspace);
    started.facts = {{"root", workspace.store.paths().root.string()}};
    HM_TRY(record(std::move(started), std::nullopt, frame, workspace));
    map_changed_files(workspace);
    scan_at_session_start(frame, workspace);
    if (!before) return std::string();
    HM_TRY_ASSIGN(const Situation situation, load_situation(before, frame.settings, workspace, frame.bad));
    return "<hivemind_resume>\n" + resume_text(situation) + "</hivemind_resume>";
}

}  // namespace hm
