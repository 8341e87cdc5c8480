// The clients by the names that people type. A hyphen cannot stand in an enumerator, so these lists are written out.
#pragma once

#include <string_view>

#include "base/enum_names.h"

namespace hm::cli {

// Clients that start a process for each event.
enum class HookClient { claude_code, codex, gemini };
constexpr std::string_view enum_list(HookClient*) {
    return "claude-code, codex, gemini";
}

// What init and uninstall wire; all means those that are found on this machine.
enum class WiredClient { opencode, claude_code, codex, gemini, all };
constexpr std::string_view enum_list(WiredClient*) {
    return "opencode, claude-code, codex, gemini, all";
}

}  // namespace hm::cli
