// Entries that wiring writes into a client's settings: hooks with their command, and the MCP server.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/wiring/client_wiring.h"
#include "adapters/wiring/json_edit.h"
#include "base/json.h"

namespace hm {

// The `hooks` of a settings file, in the form that Claude Code, Codex and Gemini CLI share:
// {"hooks": {"Event": [{"matcher": "", "hooks": [{"type": "command", "command": …}]}]}}.
// Ours are told from others by their command; others are never touched.

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

// The line by which a client that takes a shell starts a hook of ours, and what the shell makes of it when no answer
// comes because the program is missing or ended badly. Exit code 2 refuses a call in all of these clients.

// follows_project: refuses where the mark of the nearest project says so (app/project/project.h), else lets through.
// is_quiet: says nothing where the program is not installed. tells_once: says there how to install it.
HM_ENUM(OnSilence, lets_through, refuses, follows_project, is_quiet, tells_once)

// Of the event that asks the gate. In a person's own settings a hook runs in every directory, and in a file that git
// keeps on every machine, so only the project at hand can say.
OnSilence on_silence_in(const WiringPlace& place, const std::filesystem::path& file);

// Of every other event; `is_first` comes once, when a session begins.
OnSilence on_silence_of_others(const WiringPlace& place, const std::filesystem::path& file, bool is_first);

struct HookCommand {
    const std::filesystem::path& program;
    std::string_view client;
    std::string_view event;
};

std::string hook_command(const HookCommand& command, OnSilence on_silence);

// Whether a line is one of a person's own settings, which wire no project.
bool follows_project(std::string_view line);

// Our line among the `mcpServers` of a settings file.

inline constexpr std::string_view mcp_server_name = "hivemind";

// The servers that are there; none when the text holds something else.
inline json::object mcp_servers_of(const json::value& whole) {
    return whole.is_object() ? object_member(whole.get_object(), "mcpServers") : json::object();
}

inline Result<std::string> with_mcp_entry(std::string_view text, const json::object& server) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(text));
    const json::object servers = mcp_servers_of(whole);
    const json::value* there = servers.if_contains(mcp_server_name);
    if (there != nullptr && *there == json::value(server)) return std::string(text);
    return with_json_member(text, {"mcpServers", std::string(mcp_server_name)}, server);
}

inline Result<std::string> without_mcp_entry(std::string_view text) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(text));
    const json::object servers = mcp_servers_of(whole);
    if (!servers.contains(mcp_server_name)) return std::string(text);
    if (servers.size() == 1) return without_json_member(text, {"mcpServers"});
    return without_json_member(text, {"mcpServers", std::string(mcp_server_name)});
}

}  // namespace hm
