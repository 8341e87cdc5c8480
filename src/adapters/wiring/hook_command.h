// The line by which a client that takes a shell starts a hook of ours, and what the shell makes of it when no answer
// comes because the program is missing or ended badly. Exit code 2 refuses a call in all of these clients.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "adapters/wiring/client_wiring.h"

namespace hm {

// follows_project: refuses where the mark of the nearest project says so (app/fail_mark.h), else lets through.
HM_ENUM(OnSilence, lets_through, refuses, follows_project)

// In a person's own settings a hook runs in every directory, so only the project at hand can say.
OnSilence on_silence_in(const WiringPlace& place);

struct HookCommand {
    const std::filesystem::path& program;
    std::string_view client;
    std::string_view event;
};

std::string hook_command(const HookCommand& command, OnSilence on_silence);

// Whether a line is one of a person's own settings, which wire no project.
bool follows_project(std::string_view line);

}  // namespace hm
