// Tries out a wired hook: starts the very command that the client would start, tells it of a call that no gate lets
// through, and looks at the answer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "adapters/wiring/client_wiring.h"
#include "base/time.h"

namespace hm {

HM_ENUM(ProbeOutcome, refused, let_through, no_answer)

struct Probe {
    ProbeOutcome outcome = ProbeOutcome::no_answer;
    Duration took;
    std::string said;  // what the command printed, or why it could not be started
};

// A program that is told something and answers, once.
struct Spoken {
    std::string said;        // on both its outputs, bounded; or why it could not be started
    int exit_code = -1;      // -1: it did not end by itself
    bool has_heard = false;  // all that it was told
};

// Waits at most `patience`; what runs longer is ended.
Spoken listen_to(const std::vector<std::string>& arguments, const std::filesystem::path& root, std::string_view told,
                 Duration patience);

// Whether a call is refused when `program`, which the command starts, is missing: the same command is run with the name
// of one that is. Nothing when the command does not name it.
std::optional<bool> refuses_without(const std::filesystem::path& program, const WiredCommand& command,
                                    const std::filesystem::path& root);

// Waits at most ten seconds. The call leaves one event in the trail, however often it is tried.
Probe probe_gate(const WiredCommand& command, const std::filesystem::path& root);

}  // namespace hm
