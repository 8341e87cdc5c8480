#include "app/hooks/told_by_client.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "base/redact.h"

namespace hm {
namespace {

std::string kept(std::string_view text, std::size_t most_characters) {
    return redact(shorten(repair_utf8(text), most_characters));
}

Result<void> keep(std::string_view kind, std::string_view line, json::object facts, const AgentIdentity& who,
                  Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    Event event = hook_event(kind, kept(line, 200), frame, workspace);
    if (!tasks.empty()) event.task_id = tasks.back().id;
    event.facts = std::move(facts);
    return record(std::move(event), std::nullopt, frame, workspace);
}

}  // namespace

Result<void> client_command(const AgentIdentity& who, std::string_view name, std::string_view arguments,
                            Workspace& workspace) {
    const std::string line = fmt::format("/{}{}{}", name, arguments.empty() ? "" : " ", arguments);
    return keep("session.command", line, {{"command", kept(name, 60)}}, who, workspace);
}

Result<void> calls_of_one_answer(const AgentIdentity& who, const std::vector<std::string>& tools,
                                 Workspace& workspace) {
    const std::string line = fmt::format("{} calls in one answer: {}", tools.size(), fmt::join(tools, ", "));
    return keep("session.batch", line, {{"calls", tools.size()}}, who, workspace);
}

Result<void> permission_asked(const AgentIdentity& who, std::string_view permission, std::string_view target,
                              Workspace& workspace) {
    const std::string line = fmt::format("{} asks the person: {} {}", who.client, permission, target);
    return keep("session.permission", line, {{"permission", kept(permission, 60)}}, who, workspace);
}

Result<void> session_error(const AgentIdentity& who, std::string_view name, std::string_view message,
                           Workspace& workspace) {
    const std::string line =
        fmt::format("{}{}{}", name.empty() ? "An error" : name, message.empty() ? "" : ": ", message);
    return keep("session.error", line, {{"error", kept(name, 60)}}, who, workspace);
}

Result<void> arguments_changed(const AgentIdentity& who, std::string_view tool, std::string_view call_id,
                               Workspace& workspace) {
    const std::string line = fmt::format("{} ran with other arguments than it was judged by", tool);
    return keep("gate.bypass", line, {{"tool", kept(tool, 60)}, {"call_id", kept(call_id, 100)}}, who, workspace);
}

}  // namespace hm
