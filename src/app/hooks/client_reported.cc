#include "app/hooks/session_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command/command.h"
#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/session/read_head.h"
#include "base/redact.h"
#include "store/files/files.h"
#include "store/queries/event.h"
#include "store/queries/settings.h"
#include "store/queries/spool.h"
#include "store/queries/watched.h"

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

namespace {

Event edited_event(const FilePath& file, Workspace& workspace) {
    Event event =
        new_event("file.edited", fmt::format("{} was changed: what came from it is to be looked at", file.view()),
                  {.kind = ActorKind::hook}, workspace.clock.now(), workspace.ids);
    event.facts = {{"files", json::array{json::value(file.view())}}};
    return event;
}

// Most files are nobody's source: who only looks takes the store from nobody.
Result<bool> has_anything_to_mark(const FilePath& file, Time now, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const bool has_anchors, has_anchors_to_mark(connection, file, now));
    if (has_anchors) return true;
    return has_knowledge_to_mark(connection, file, now);
}

Result<void> mark(const FilePath& file, const Event& event, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(const std::int64_t anchors, mark_anchors_of_file(transaction, file, event.at));
    HM_TRY_ASSIGN(const std::int64_t entries, mark_knowledge_of_file(transaction, file, event.at));
    if (anchors + entries == 0) return {};
    HM_TRY(append_event(transaction, event));
    return transaction.commit();
}

}  // namespace

Result<void> file_edited(std::string_view given, const std::filesystem::path& directory, Workspace& workspace) {
    const ResolvedPath path = resolve_path(workspace.store.paths().root, directory, given);
    const auto file = FilePath::make(redact(path.shown));
    if (path.place == PathPlace::outside || !file) return {};
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(workspace.store.connection(), bad));
    workspace.store.connection().set_deadline(Deadline::in(settings.record_deadline));
    HM_TRY_ASSIGN(const bool is_source, has_anything_to_mark(*file, workspace.clock.now(), workspace));
    if (!is_source) return {};
    const Event event = edited_event(*file, workspace);
    if (mark(*file, event, workspace)) return {};
    // The store is held by another: who takes the record in sets the marks.
    return write_spool(workspace.store.paths(), {event, std::nullopt, {}, std::nullopt});
}

}  // namespace hm
