// Our line among the `mcpServers` of a settings file.
#pragma once

#include "adapters/json_edit.h"

namespace hm {

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
