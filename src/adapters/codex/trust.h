// How Codex remembers that a person trusts a hook: a fingerprint of the hook under a key that names its file, event
// and place. A hook without it, or changed since, is skipped in silence; so are all hooks of a project whose folder was
// moved, because the key names the file's old path.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/wiring/hook_entries.h"

namespace hm::codex {

// "/home/me/.codex/hooks.json:pre_tool_use:0:0"
std::string trust_key(const std::filesystem::path& hooks_file, std::string_view event, std::size_t group);

// "sha256:…"
std::string trust_hash(const HookEntry& entry);

// The header of the table in config.toml that holds it.
std::string trust_header(std::string_view key);

// How Codex stands to the hooks of one file, by what its config.toml says.
struct HookTrust {
    std::size_t hooks = 0;      // of ours
    std::size_t untrusted = 0;  // without a record, or with one of another hook
    std::size_t disabled = 0;   // trusted, and switched off by the person
};

HookTrust trust_in(std::string_view config, const std::filesystem::path& hooks_file,
                   const std::vector<FoundEntry>& hooks);

}  // namespace hm::codex
