#include "app/hooks/client_command.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "base/redact.h"

namespace hm {

Result<void> client_command(const AgentIdentity& who, std::string_view name, std::string_view arguments,
                            Workspace& workspace) {
    constexpr std::size_t most_characters = 120;
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    const std::string line = fmt::format("/{}{}{}", name, arguments.empty() ? "" : " ", arguments);
    Event event = hook_event("session.command", redact(shorten(repair_utf8(line), most_characters)), frame, workspace);
    if (!tasks.empty()) event.task_id = tasks.back().id;
    event.facts = {{"command", redact(shorten(repair_utf8(name), 60))}};
    return record(std::move(event), std::nullopt, frame, workspace);
}

}  // namespace hm
