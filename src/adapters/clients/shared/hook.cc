#include "adapters/clients/shared/hook.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "adapters/clients/shared/tool_arguments.h"
#include "adapters/wiring/hook_entries.h"
#include "app/care/doctor.h"
#include "app/care/doctor_events.h"
#include "app/gate/other_project.h"
#include "app/hooks/handle.h"
#include "app/project/project.h"
#include "app/project/project_at.h"
#include "app/session/session_root.h"
#include "base/json.h"
#include "view/text.h"

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

Result<HookReply> reply_to(const Dialect& dialect, const ClientEvent& event, const fs::path& directory,
                           Project& project) {
    HM_TRY_ASSIGN(const auto meant, agent_event(dialect, event, directory));
    if (!meant) return HookReply{};
    return handle(*meant, {traits_of(dialect.client), directory, project});
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
    ClientEvent event = read_event(call.dialect, std::move(*whole));
    event.who.process = call.client_process;
    const fs::path directory = directory_of(event, call);
    const auto home = session_home(call, event, directory);
    if (!home) return answer_outside(call, event, directory, clock);
    if (call.on_project) call.on_project(home->root, event.name);
    return answer_in_project(call, event, directory, *home, clock, ids);
}

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> directory_in(const HookCall& call, std::string_view name) {
    const auto value = call.variable && !name.empty() ? call.variable(std::string(name).c_str()) : std::nullopt;
    std::error_code error;
    if (!value || !fs::path(*value).is_absolute() || !fs::is_directory(*value, error)) return std::nullopt;
    return fs::path(*value);
}

bool is_below(const fs::path& path, const fs::path& root) {
    const fs::path relative = path.lexically_relative(root);
    return !relative.empty() && *relative.begin() != "..";
}

SessionHome home_at(const fs::path& root, FailMode wired) {
    return {root, is_marked_closed(root) ? FailMode::closed : wired, true};
}

bool says_closed(const WiredCommand& command) {
    const auto& words = command.arguments;
    const bool is_word = std::ranges::find(words, "--fail") != words.end();
    return is_word || std::ranges::any_of(words, [](const std::string& word) {
               return word.find("--fail closed") != std::string::npos;
           });
}

// A directory whose settings of the client name our hook, with nothing of `.hivemind` left in it: the person wired a
// project there. A person's own settings, in the home directory or where a variable of the client says, wire none.
std::optional<SessionHome> wired_home(const HookCall& call, const fs::path& from) {
    const ClientWiring* wiring = find_wiring(call.dialect.client);
    if (wiring == nullptr || wiring->wired_command == nullptr) return std::nullopt;
    const auto home = directory_in(call, "HOME");
    for (fs::path directory = from.lexically_normal();; directory = directory.parent_path()) {
        std::error_code error;
        const bool is_home = home && fs::equivalent(directory, *home, error);
        const WiringPlace place{.level = WiringLevel::project, .root = directory};
        const auto wired = is_home ? std::nullopt : wiring->wired_command(place).value_or(std::nullopt);
        if (wired && std::ranges::none_of(wired->arguments, follows_project)) {
            return SessionHome{directory, says_closed(*wired) ? FailMode::closed : call.fail, false};
        }
        if (directory == directory.root_path() || directory.empty()) return std::nullopt;
    }
}

std::optional<SessionHome> home_of(const HookCall& call, const fs::path& directory) {
    if (const auto root = project_root(directory)) return home_at(*root, call.fail);
    return wired_home(call, directory);
}

// An agent's shell cannot bring this about: it comes when a client starts.
bool is_start_of_client(const ClientEvent& event) {
    return event.name == "SessionStart" && (event.source == "startup" || event.source == "resume");
}

}  // namespace

std::optional<SessionHome> session_home(const HookCall& call, const ClientEvent& event, const fs::path& directory) {
    const std::string& session = event.who.parent_session.empty() ? event.who.session : event.who.parent_session;
    // The doctor tries every project out under one name.
    const SessionRoots roots(session == probe_session ? std::nullopt : call.state);
    const auto known = roots.find(call.dialect.client, session);
    const auto keep = [&](const std::optional<SessionHome>& home) {
        if (!home || !home->was_made || (known && known->root == home->root)) return home;
        const SessionRoot began_in{home->root, home->fail};
        known ? roots.replace(call.dialect.client, session, began_in)
              : roots.keep(call.dialect.client, session, began_in);
        return home;
    };
    const auto began_at = [&] {
        // Nothing is left there that could say it.
        const bool was_closed = known->fail == FailMode::closed && project_root(known->root) != known->root;
        return home_at(known->root, was_closed ? FailMode::closed : call.fail);
    };
    if (const auto named = directory_in(call, call.dialect.project_variable)) {
        if (const auto home = project_root(*named)) return keep(home_at(*home, call.fail));
        if (known && is_below(*named, known->root)) return began_at();
        if (const auto home = wired_home(call, *named)) return home;
        // It began outside every project: each event goes by its own directory.
        return home_of(call, directory);
    }
    if (!known) return keep(home_of(call, directory));
    if (!is_start_of_client(event)) return began_at();
    const auto home = home_of(call, directory);
    if (!home) roots.replace(call.dialect.client, session, std::nullopt);
    return keep(home);
}

namespace {

bool has_more_now(int input) {
    pollfd waiting{input, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
}

bool looks_complete(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return last != std::string_view::npos && text[last] == '}' && parse_json(text, longest_event).has_value();
}

std::unexpected<Error> failure(std::string what) {
    return fail(ErrorCode::invalid_input, std::move(what),
                "A client sends one JSON object on standard input; `hivemind doctor` tries it out.");
}

}  // namespace

Result<std::string> read_event_text(int input, Deadline deadline) {
    std::string text;
    std::string chunk(64U * 1024U, '\0');
    while (true) {
        pollfd waiting{input, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(deadline.left().ms));
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return failure("Standard input cannot be read.");
        if (ready == 0) {
            if (looks_complete(text)) return text;
            return failure(fmt::format("The event did not arrive in time: {} bytes came.", text.size()));
        }
        const ssize_t count = read(input, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failure("Standard input cannot be read.");
        if (count == 0) return text;
        text.append(chunk, 0, static_cast<std::size_t>(count));
        if (text.size() > longest_event) return failure(fmt::format("An event of more than {} bytes.", longest_event));
        // A short read that ends like an object may be all there is.
        if (static_cast<std::size_t>(count) < chunk.size() && !has_more_now(input) && looks_complete(text)) return text;
    }
}

Result<json::object> parse_event(std::string_view text) {
    HM_TRY_ASSIGN(json::value value, parse_unambiguous_json(text, longest_event));
    if (!value.is_object()) return failure("The event is not a JSON object.");
    return std::move(value.get_object());
}

}  // namespace hm::hook
