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

namespace {

Result<void> note(const SessionStart& event, const HookFrame& frame, Workspace& workspace) {
    Event started = hook_event("session.started",
                               fmt::format("{} began ({})", frame.session.client.view(),
                                           event.reason.empty() ? "startup" : redact(event.reason)),
                               frame, workspace);
    started.facts = {{"root", workspace.store.paths().root.string()}};
    return record(std::move(started), std::nullopt, frame, workspace);
}

void look(const HookFrame& frame, Workspace& workspace) {
    (void)begin_watching_tree(workspace);  // what cannot be watched is no reason not to begin
    map_changed_files(workspace);
    scan_at_session_start(frame, workspace);
}

}  // namespace

Result<void> note_session_start(const SessionStart& event, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    return note(event, frame, workspace);
}

Result<void> look_at_project(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    look(frame, workspace);
    return {};
}

Result<std::string> session_start(const SessionStart& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    HM_TRY_ASSIGN(const auto before, session_before(frame.session.id, workspace.store.connection(), frame.bad));
    HM_TRY(note(event, frame, workspace));
    look(frame, workspace);
    if (!before) return std::string();
    HM_TRY_ASSIGN(const Situation situation, load_situation(before, frame.settings, workspace, frame.bad));
    return "<hivemind_resume>\n" + resume_text(situation) + "</hivemind_resume>";
}

}  // namespace hm
