#include "adapters/hook/hook.h"

#include <fmt/format.h>

#include "adapters/hook/answers.h"
#include "adapters/hook/event_text.h"
#include "adapters/hook/last_word.h"
#include "adapters/hook/session_home.h"
#include "adapters/readable_call.h"
#include "app/engine_failure.h"
#include "app/other_project.h"
#include "app/project_at.h"
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

Result<Project> open_home(const SessionHome& home, Clock& clock, IdSource& ids) {
    if (home.was_made) return open_project_at(home.root, clock, ids, Deadline::in(open_deadline), home.fail);
    const Error never_made{
        ErrorCode::not_initialised, "There is no HiveMind store here.", "Run `hivemind init`.", {}, {}};
    return Project::stand_in(home.root, clock, ids, home.fail, never_made);
}

FailMode fail_of(Project& project, FailMode wired, const Error& error) {
    const auto settings = project.settings();
    return settings ? fail_mode_for(error, *settings) : wired;
}

Error nameless_event() {
    return {ErrorCode::invalid_input, "The event has no name.", "Send it as the client does.", {}, {}};
}

// What the failure came to, for the trail.
std::string_view outcome_of(const Dialect& dialect, std::string_view event_name, FailMode fail) {
    const EventKind kind = kind_of_event(dialect, event_name);
    if (kind != EventKind::before_tool && !event_name.empty()) return {};
    return fail == FailMode::closed ? "the call was refused" : "the call was let through";
}

// The answer, shown and recorded. A newer program takes the event over instead and answers it.
HookAnswer answer_and_record(const HookCall& call, std::string_view event_name, FailMode fail, const Error& error,
                             const fs::path& root, Clock& clock, IdSource& ids) {
    HookAnswer answer = answer_failure(call.dialect, event_name, fail, error);
    answer.needs_newer_program = error.code == ErrorCode::newer_version;
    if (answer.needs_newer_program) return answer;
    const std::string where = fmt::format("{} {}", call.dialect.client, event_name);
    const auto spooled =
        spool_engine_failure(root, {where, error.what, outcome_of(call.dialect, event_name, fail)}, clock, ids);
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
                             const SessionHome& home, Clock& clock, IdSource& ids) {
    if (event.name.empty()) return answer_and_record(call, {}, home.fail, nameless_event(), home.root, clock, ids);
    auto project = open_home(home, clock, ids);
    if (!project) return answer_and_record(call, event.name, home.fail, project.error(), home.root, clock, ids);
    // Nothing is left beside a store that must not be used.
    if (project->stands_in_because()) set_last_record({}, {}, {});
    const auto reply = reply_to(call.dialect, event, directory, *project);
    if (!reply) {
        const FailMode fail = fail_of(*project, home.fail, reply.error());
        return answer_and_record(call, event.name, fail, reply.error(), home.root, clock, ids);
    }
    return {call.dialect.answer(event, *reply), {}, false};
}

// Of a session that belongs to no project only what it would do to one is of interest.
HookAnswer answer_outside(const HookCall& call, const ClientEvent& event, const fs::path& directory, Clock& clock) {
    if (event.kind != EventKind::before_tool) return {};
    const auto home = call.variable ? call.variable("HOME") : std::nullopt;
    const auto refused = refuse_from_outside(event.use, directory, home.value_or(""), clock.now());
    if (!refused) return {};
    HookReply reply;
    reply.refusal = to_text(four_parts(*refused));
    return {call.dialect.answer(event, reply), {}, false};
}

HookAnswer answer_unreadable(const HookCall& call, std::string_view event_name, const Error& error, Clock& clock,
                             IdSource& ids) {
    const auto home = session_home(call, {}, call.directory);
    if (!home) return {};
    auto project = open_home(*home, clock, ids);
    const FailMode fail = project ? fail_of(*project, home->fail, error) : home->fail;
    return answer_and_record(call, event_name, fail, error, home->root, clock, ids);
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
    const bool begins_turn = event.kind == EventKind::session_start || event.kind == EventKind::user_prompt;
    if (begins_turn) reply.notice = fmt::format("HiveMind failed: {} {}", error.what, error.remedy);
    return {dialect.answer(event, reply), fmt::format("hivemind hook: {}\n", error.what), false};
}

HookAnswer answer_event(const HookCall& call, const Result<std::string>& text, Clock& clock, IdSource& ids) {
    auto whole = text ? parse_event(*text) : Result<json::object>(fail(text.error()));
    if (!whole) {
        const std::string_view told = text ? peek_member(*text, "hook_event_name") : std::string_view();
        const std::string name(name_meant(told, MayBeCall::yes, call));
        return answer_unreadable(call, name, whole.error(), clock, ids);
    }
    const bool names_tool = whole->contains("tool_name") || whole->contains("tool_input");
    const std::string name(
        name_meant(text_member(*whole, "hook_event_name"), names_tool ? MayBeCall::yes : MayBeCall::no, call));
    if (!name.empty()) (*whole)["hook_event_name"] = name;
    const ClientEvent event = read_event(call.dialect, std::move(*whole));
    const fs::path directory = directory_of(event, call);
    const auto home = session_home(call, event, directory);
    if (!home) return answer_outside(call, event, directory, clock);
    if (call.on_project) call.on_project(home->root, event.name);
    return answer_in_project(call, event, directory, *home, clock, ids);
}

}  // namespace hm::hook
