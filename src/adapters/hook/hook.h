// One event of a client from its bytes to the bytes of the answer, whatever they are. It is judged by the project that
// its session began in (session_home.h). A session of no project is answered with nothing, unless a call would write to
// a protected path of some project. When HiveMind itself fails, the call goes by the project's fail mode; when that
// cannot be known, by the one the hook was wired with. Either way the failure is shown, and goes into the spool.
#pragma once

#include <filesystem>
#include <functional>

#include "adapters/hook/client_event.h"
#include "base/id.h"
#include "base/time.h"
#include "domain/settings.h"

namespace hm::hook {

struct HookCall {
    const Dialect& dialect;
    std::string event_name;  // as it was wired; "" when it was not
    FailMode fail = FailMode::open;
    std::filesystem::path directory;  // of this process
    // Told the project's root and the event's name before anything is decided; may be empty.
    std::function<void(const std::filesystem::path& root, std::string_view event_name)> on_project = {};
    // A variable of the process; empty where the environment must not count.
    std::function<std::optional<std::string>(const char* name)> variable = {};
    // The user's state folder (base/state_folder.h): which project each session began in is kept there.
    std::optional<std::filesystem::path> state = std::nullopt;
};

struct HookAnswer {
    std::string out;
    std::string err;
    bool needs_newer_program = false;
};

// `text` is the event, or why it could not be read.
HookAnswer answer_event(const HookCall& call, const Result<std::string>& text, Clock& clock, IdSource& ids);

// What is answered when nothing else can be: by the fail mode.
HookAnswer answer_failure(const Dialect& dialect, std::string_view event_name, FailMode fail, const Error& error);

}  // namespace hm::hook
