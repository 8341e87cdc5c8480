// The revisions of the protocol that are spoken. Those with a handshake (2025-11-25 and 2025-06-18) keep a session;
// 2026-07-28 has none: every request says by itself what it needs.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/enum_names.h"

namespace hm::mcp {

HM_ENUM(Era, handshake, per_request)

// Newest first: the newest is offered to a client that asks for none of them.
inline constexpr std::array<std::string_view, 2> handshake_versions{"2025-11-25", "2025-06-18"};
inline constexpr std::string_view per_request_version = "2026-07-28";

inline constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view client_info_key = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view client_capabilities_key = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view server_info_key = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view log_level_key = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view subscription_key = "io.modelcontextprotocol/subscriptionId";

inline constexpr int header_mismatch = -32020;
inline constexpr int unsupported_version = -32022;

constexpr bool is_handshake_version(std::string_view version) {
    return std::find(handshake_versions.begin(), handshake_versions.end(), version) != handshake_versions.end();
}

// In the order of their weight.
HM_ENUM(LogLevel, debug, info, notice, warning, error, critical, alert, emergency)

}  // namespace hm::mcp
