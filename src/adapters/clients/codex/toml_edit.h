// TOML tables put into a file that belongs to somebody else, and taken out of it. Works on whole lines and knows only
// where tables begin and end, so every comment and every other byte stays.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/wiring/hook_entries.h"
#include "base/result.h"

namespace hm::codex {

struct TomlTable {
    std::string header;  // between the brackets: mcp_servers.hivemind
    std::string body;    // lines, each with its end
};

// "…", with what must be escaped in it escaped.
std::string toml_string(std::string_view text);

// With these tables at the end; one that is there with the same body stays where it is. Refuses a file where the
// tables' place is taken by a value on one line.
Result<std::string> with_toml_tables(std::string_view text, const std::vector<TomlTable>& tables);

std::string without_toml_tables(std::string_view text, const std::function<bool(std::string_view header)>& is_meant);

// The value as it is written, of a key in a table ("" is the part before the first); "" when it is not there.
std::string toml_value(std::string_view text, std::string_view table, std::string_view key);

// How Codex remembers that a person trusts a hook: a fingerprint of the hook under a key that names its file, event
// and place. A hook without it, or changed since, is skipped in silence; so are all hooks of a project whose folder was
// moved, because the key names the file's old path.

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
