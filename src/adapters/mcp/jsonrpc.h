// JSON-RPC 2.0 as MCP uses it: what one text from the other side means, and how answers are written. Pure. It knows no
// method; batches are refused, because the protocol took them out with 2025-06-18.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

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

}  // namespace hm::mcp
