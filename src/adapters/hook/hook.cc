#include "adapters/hook/hook.h"

#include <fmt/format.h>

#include "adapters/hook/answers.h"
#include "adapters/hook/event_text.h"
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

FailMode fail_of(Project& project, FailMode wired) {
    const auto settings = project.settings();
    return settings ? effective_fail(*settings) : wired;
}

HookAnswer answer_in_project(const HookCall& call, const ClientEvent& event, const fs::path& directory, Clock& clock,
                             IdSource& ids) {
    auto project = Project::open(directory, clock, ids, Deadline::in(open_deadline));
    if (!project) {
        HookAnswer answer = answer_failure(call.dialect, event.name, call.fail, project.error());
        answer.needs_newer_program = project.error().code == ErrorCode::newer_version;
        return answer;
    }
    const auto reply = reply_to(call.dialect, event, directory, *project);
    if (!reply) {
        HookAnswer answer = answer_failure(call.dialect, event.name, fail_of(*project, call.fail), reply.error());
        answer.needs_newer_program = reply.error().code == ErrorCode::newer_version;
        return answer;
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
    if (is_call && fail == FailMode::closed) reply.refusal = to_text(four_parts(error));
    if (is_call && fail != FailMode::closed) {
        reply.notice = fmt::format("HiveMind failed and let this call through: {} {}", error.what, error.remedy);
    }
    return {dialect.answer(event, reply), fmt::format("hivemind hook: {}\n", error.what), false};
}

HookAnswer answer_event(const HookCall& call, const Result<std::string>& text, Clock& clock, IdSource& ids) {
    const auto whole = text ? parse_event(*text) : Result<json::object>(fail(text.error()));
    if (!whole) {
        if (!is_project(call.directory)) return {};
        const std::string name = text ? std::string(peek_event_name(*text)) : call.event_name;
        auto project = Project::open(call.directory, clock, ids, Deadline::in(open_deadline));
        return answer_failure(call.dialect, name.empty() ? call.event_name : name,
                              project ? fail_of(*project, call.fail) : call.fail, whole.error());
    }
    ClientEvent event = read_event(call.dialect, *whole);
    const fs::path directory = directory_of(event, call);
    if (!is_project(directory)) return {};
    return answer_in_project(call, event, directory, clock, ids);
}

}  // namespace hm::hook
