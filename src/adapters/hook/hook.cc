#include "adapters/hook/hook.h"

#include <fmt/format.h>

#include "adapters/hook/answers.h"
#include "adapters/hook/event_text.h"
#include "adapters/readable_call.h"
#include "app/engine_failure.h"
#include "app/fail_mark.h"
#include "app/project.h"
#include "view/four_parts.h"

namespace hm::hook {
namespace {

namespace fs = std::filesystem;

constexpr Duration open_deadline = milliseconds(200);

// Where the agent works, as the client says, or where it started us.
fs::path directory_of(const ClientEvent& event, const HookCall& call) {
    const fs::path named = event.directory;
    std::error_code error;
    return named.is_absolute() && fs::is_directory(named, error) ? named : call.directory;
}

FailMode fail_of(Project& project, FailMode wired, const Error& error) {
    const auto settings = project.settings();
    return settings ? fail_mode_for(error, *settings) : wired;
}

Error nameless_event() {
    return {ErrorCode::invalid_input, "The event has no name.", "Send it as the client does.", {}, {}};
}

// By which a failure goes while the settings cannot be read.
FailMode fallback_fail(const HookCall& call, const std::optional<fs::path>& root) {
    return root && is_marked_closed(*root) ? FailMode::closed : call.fail;
}

// What the failure came to, for the trail.
std::string_view outcome_of(const Dialect& dialect, std::string_view event_name, FailMode fail) {
    const EventKind kind = kind_of_event(dialect, event_name);
    if (kind != EventKind::before_tool && !event_name.empty()) return {};
    return fail == FailMode::closed ? "the call was refused" : "the call was let through";
}

// The answer, shown and recorded. A newer program takes the event over instead and answers it.
HookAnswer answer_and_record(const HookCall& call, std::string_view event_name, FailMode fail, const Error& error,
                             const fs::path& directory, Clock& clock, IdSource& ids) {
    HookAnswer answer = answer_failure(call.dialect, event_name, fail, error);
    answer.needs_newer_program = error.code == ErrorCode::newer_version;
    if (answer.needs_newer_program) return answer;
    const std::string where = fmt::format("{} {}", call.dialect.client, event_name);
    const auto spooled =
        spool_engine_failure(directory, {where, error.what, outcome_of(call.dialect, event_name, fail)}, clock, ids);
    if (!spooled) answer.err += fmt::format("hivemind hook: {}\n", spooled.error().what);
    return answer;
}

// Whether the event may be a call that is about to happen, as far as its text shows.
enum class MayBeCall { no, yes };

// The event's name. One that does not say which it is, is the one that the hook was wired for; and where a hook was
// wired for calls, whatever may be a call is one, however it calls itself.
std::string_view name_meant(std::string_view told, MayBeCall may_be_call, const HookCall& call) {
    const EventKind wired = kind_of_event(call.dialect, call.event_name);
    if (wired == EventKind::before_tool && may_be_call == MayBeCall::yes) return call.event_name;
    const bool is_known = kind_of_event(call.dialect, told) != EventKind::other;
    return is_known || wired == EventKind::other ? told : std::string_view(call.event_name);
}

HookAnswer answer_in_project(const HookCall& call, const ClientEvent& event, const fs::path& directory,
                             const fs::path& root, Clock& clock, IdSource& ids) {
    const FailMode fallback = fallback_fail(call, root);
    if (event.name.empty()) return answer_and_record(call, {}, fallback, nameless_event(), directory, clock, ids);
    auto project = Project::open(directory, clock, ids, Deadline::in(open_deadline));
    if (!project) return answer_and_record(call, event.name, fallback, project.error(), directory, clock, ids);
    const auto reply = reply_to(call.dialect, event, directory, *project);
    if (!reply) {
        const FailMode fail = fail_of(*project, fallback, reply.error());
        return answer_and_record(call, event.name, fail, reply.error(), directory, clock, ids);
    }
    return {call.dialect.answer(event, *reply), {}, false};
}

}  // namespace

HookAnswer answer_failure(const Dialect& dialect, std::string_view event_name, FailMode fail, const Error& error) {
    ClientEvent event;
    event.name = event_name;
    event.kind = kind_of_event(dialect, event_name);
    // Of an event without a name it is only known that a call may hang on it.
    if (event_name.empty()) {
        for (const KnownEvent& known : dialect.events) {
            if (known.kind != EventKind::before_tool) continue;
            event.name = known.name;
            event.kind = known.kind;
        }
    }
    HookReply reply;
    const bool is_call = event.kind == EventKind::before_tool;
    const bool is_unread = error.code == ErrorCode::invalid_input && error.evidence.empty();
    if (is_call && fail == FailMode::closed) {
        reply.refusal = to_text(four_parts(is_unread ? unreadable_call(error) : error));
    }
    if (is_call && fail != FailMode::closed) {
        reply.notice = fmt::format("HiveMind failed and let this call through: {} {}", error.what, error.remedy);
    }
    return {dialect.answer(event, reply), fmt::format("hivemind hook: {}\n", error.what), false};
}

HookAnswer answer_event(const HookCall& call, const Result<std::string>& text, Clock& clock, IdSource& ids) {
    auto whole = text ? parse_event(*text) : Result<json::object>(fail(text.error()));
    if (!whole) {
        if (!is_project(call.directory)) return {};
        const std::string_view told = text ? peek_member(*text, "hook_event_name") : std::string_view();
        const std::string name(name_meant(told, MayBeCall::yes, call));
        auto project = Project::open(call.directory, clock, ids, Deadline::in(open_deadline));
        const FailMode fallback = fallback_fail(call, project_root(call.directory));
        const FailMode fail = project ? fail_of(*project, fallback, whole.error()) : fallback;
        return answer_and_record(call, name, fail, whole.error(), call.directory, clock, ids);
    }
    const bool names_tool = whole->contains("tool_name") || whole->contains("tool_input");
    const std::string name(
        name_meant(text_member(*whole, "hook_event_name"), names_tool ? MayBeCall::yes : MayBeCall::no, call));
    if (!name.empty()) (*whole)["hook_event_name"] = name;
    const ClientEvent event = read_event(call.dialect, std::move(*whole));
    const fs::path directory = directory_of(event, call);
    const auto root = project_root(directory);
    if (!root) return {};
    if (call.on_project) call.on_project(*root, event.name);
    return answer_in_project(call, event, directory, *root, clock, ids);
}

}  // namespace hm::hook
