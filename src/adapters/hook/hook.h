// One event of a client from its bytes to the bytes of the answer, whatever they are. Outside a project the answer is
// nothing, and the store is not looked at. When HiveMind itself fails, the call goes by the project's fail mode; when
// that cannot be known, by the one the hook was wired with. Either way the failure is shown, and goes into the spool.
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
