#include "app/hooks/session_error.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "base/redact.h"

namespace hm {

Result<void> session_error(const AgentIdentity& who, std::string_view name, std::string_view message,
                           Workspace& workspace) {
    constexpr std::size_t most_characters = 200;
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    const std::string line =
        fmt::format("{}{}{}", name.empty() ? "An error" : name, message.empty() ? "" : ": ", message);
    Event event = hook_event("session.error", redact(shorten(repair_utf8(line), most_characters)), frame, workspace);
    event.facts = {{"error", redact(shorten(repair_utf8(name), 60))}};
    return record(std::move(event), std::nullopt, frame, workspace);
}

}  // namespace hm
