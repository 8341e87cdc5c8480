// How Codex remembers that a person trusts a hook: a fingerprint of the hook under a key that names its file, event
// and place. A hook without it, or changed since, is skipped in silence.
#pragma once

#include <filesystem>
#include <string>

#include "adapters/wiring/hook_entries.h"

namespace hm::codex {

// "/home/me/.codex/hooks.json:pre_tool_use:0:0"
std::string trust_key(const std::filesystem::path& hooks_file, std::string_view event, std::size_t group);

// "sha256:…"
std::string trust_hash(const HookEntry& entry);

}  // namespace hm::codex
