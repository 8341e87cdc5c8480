#include "app/hooks/permission_asked.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "base/redact.h"

namespace hm {

Result<void> permission_asked(const AgentIdentity& who, std::string_view permission, std::string_view target,
                              Workspace& workspace) {
    constexpr std::size_t most_characters = 160;
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    const std::string line = fmt::format("{} asks the person: {} {}", frame.session.client.view(), permission, target);
    Event event =
        hook_event("session.permission", redact(shorten(repair_utf8(line), most_characters)), frame, workspace);
    if (!tasks.empty()) event.task_id = tasks.back().id;
    event.facts = {{"permission", redact(shorten(repair_utf8(permission), 60))}};
    return record(std::move(event), std::nullopt, frame, workspace);
}

}  // namespace hm
