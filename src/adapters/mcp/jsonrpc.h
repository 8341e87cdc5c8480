// JSON-RPC 2.0 as MCP uses it: what one text from the other side means, and how answers are written. Pure. It knows no
// method; batches are refused, because the protocol took them out with 2025-06-18.
#pragma once

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/fields.h"
#include "base/json.h"

namespace hm::mcp {

inline constexpr int parse_failed = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int too_much_at_once = -32000;
inline constexpr int no_such_session = -32001;
inline constexpr int no_such_resource = -32002;

struct RpcError {
    int code = internal_error;
    std::string message;
    json::value data = nullptr;  // null: none
};

// What a request comes to: the result's members, or why there is none.
using Outcome = std::expected<json::object, RpcError>;

inline std::unexpected<RpcError> refuse(int code, std::string message, json::value data = nullptr) {
    return std::unexpected<RpcError>(RpcError{code, std::move(message), std::move(data)});
}

struct Request {
    json::value id;  // a string or a number
    std::string method;
    json::object params;
};

struct Notification {
    std::string method;
    json::object params;
};

// The other side's answer to a request of ours.
struct Response {
    json::value id;
    Outcome outcome;
};

struct Malformed {
    json::value id;  // null when it could not be read
    RpcError error;
};

using Message = std::variant<Request, Notification, Response, Malformed>;

// REQUIRES: most_bytes bounds the text; a longer one is malformed.
Message read_message(std::string_view text, std::size_t most_bytes);

json::object result_message(const json::value& id, json::object result);
json::object error_message(const json::value& id, const RpcError& error);
json::object answer_message(const json::value& id, Outcome outcome);
json::object request_message(const json::value& id, std::string_view method, json::object params);
json::object notification_message(std::string_view method, json::object params);

// The revisions of the protocol that are spoken. Those with a handshake (2025-11-25 and 2025-06-18) keep a session;
// 2026-07-28 has none: every request says by itself what it needs.

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
