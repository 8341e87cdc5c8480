// The `hooks` of a settings file, in the form that Claude Code, Codex and Gemini CLI share:
// {"hooks": {"Event": [{"matcher": "", "hooks": [{"type": "command", "command": …}]}]}}.
// Ours are told from others by their command; others are never touched.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace hm {

struct HookEntry {
    std::string event;
    json::object group;
};

// With exactly these entries of ours, behind those of others. The same text when it is so already.
Result<std::string> with_hook_entries(std::string_view text, std::string_view client,
                                      const std::vector<HookEntry>& entries);

Result<std::string> without_hook_entries(std::string_view text, std::string_view client);

struct FoundEntry {
    HookEntry entry;
    std::size_t index = 0;  // among the groups of its event
};

// Ours, in the order of the file.
Result<std::vector<FoundEntry>> own_hook_entries(std::string_view text, std::string_view client);

}  // namespace hm
