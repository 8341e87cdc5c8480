// A command of the client that a person chose by its name, "/ship the boat", found in the prompt that came of it.
// Claude Code tells of a command by itself; Codex sends the line as it was typed; Gemini CLI sends only what the
// command's file says, or what our prompt of that name says.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/hook/client_event.h"

namespace hm::hook {

struct SlashCommand {
    std::string name;       // without the slash
    std::string arguments;  // may be empty
};

// `directory` is where the client was started. Looks at a bounded number of files, and at none but for Gemini CLI.
std::optional<SlashCommand> command_in(std::string_view prompt, PromptComes comes,
                                       const std::filesystem::path& directory);

}  // namespace hm::hook
