#include "adapters/mcp/jsonrpc.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace hm::mcp {
namespace {

constexpr std::size_t longest_id = 1024;
constexpr std::size_t longest_method = 200;

bool is_usable_id(const json::value& id) {
    if (id.is_string()) return id.get_string().size() <= longest_id;
    return id.is_number();
}

Malformed malformed(int code, std::string message, json::value id = nullptr) {
    return {std::move(id), {code, std::move(message)}};
}

Message read_call(json::object& object, const json::value* id) {
    const json::value known = id != nullptr ? *id : json::value(nullptr);
    const json::value& method = object.at("method");
    if (!method.is_string() || method.get_string().empty() || method.get_string().size() > longest_method) {
        return malformed(invalid_request, "The method is not a name.", known);
    }
    json::object params;
    if (json::value* given = object.if_contains("params")) {
        if (!given->is_object()) return malformed(invalid_params, "The params are not an object.", known);
        params = std::move(given->get_object());
    }
    const std::string name(method.get_string());
    if (id == nullptr) return Notification{name, std::move(params)};
    return Request{known, name, std::move(params)};
}

Message read_answer(json::object& object, const json::value& id) {
    if (json::value* result = object.if_contains("result")) {
        if (!result->is_object()) return malformed(invalid_request, "A result that is not an object.");
        return Response{id, std::move(result->get_object())};
    }
    const json::object& error = object_member(object, "error");
    const json::value* code = error.if_contains("code");
    const bool has_code = code != nullptr && code->is_int64() && std::abs(code->get_int64()) < 1'000'000;
    return Response{id, refuse(has_code ? static_cast<int>(code->get_int64()) : internal_error,
                               shorten(text_member(error, "message"), 1000))};
}

}  // namespace

Message read_message(std::string_view text, std::size_t most_bytes) {
    if (text.size() > most_bytes) {
        return malformed(parse_failed, fmt::format("A message of more than {} bytes.", most_bytes));
    }
    auto parsed = parse_json(text, most_bytes);
    if (!parsed) return malformed(parse_failed, "This is not JSON. " + parsed.error().what);
    if (parsed->is_array())
        return malformed(invalid_request, "Batches are no part of this protocol: send one message.");
    if (!parsed->is_object()) return malformed(invalid_request, "A message is an object.");
    json::object& object = parsed->get_object();
    const json::value* id = object.if_contains("id");
    if (id != nullptr && !is_usable_id(*id)) return malformed(invalid_request, "An id is a string or a number.");
    const json::value known = id != nullptr ? *id : json::value(nullptr);
    if (text_member(object, "jsonrpc") != "2.0") {
        return malformed(invalid_request, R"(A message has "jsonrpc": "2.0".)", known);
    }
    if (object.contains("method")) return read_call(object, id != nullptr ? &known : nullptr);
    if (id == nullptr || object.contains("result") == object.contains("error")) {
        return malformed(invalid_request, "Neither a request, a notification nor an answer.", known);
    }
    return read_answer(object, known);
}

json::object result_message(const json::value& id, json::object result) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

json::object error_message(const json::value& id, const RpcError& error) {
    json::object content{{"code", error.code}, {"message", error.message}};
    if (!error.data.is_null()) content["data"] = error.data;
    return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(content)}};
}

json::object answer_message(const json::value& id, Outcome outcome) {
    return outcome ? result_message(id, std::move(*outcome)) : error_message(id, outcome.error());
}

json::object request_message(const json::value& id, std::string_view method, json::object params) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

json::object notification_message(std::string_view method, json::object params) {
    json::object message{{"jsonrpc", "2.0"}, {"method", method}};
    if (!params.empty()) message["params"] = std::move(params);
    return message;
}

}  // namespace hm::mcp
