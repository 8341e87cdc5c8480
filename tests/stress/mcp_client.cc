#include "stress/mcp_client.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hm::testing {

json::object McpClient::initialize(std::string_view version) {
    json::object agreed = result("initialize", {{"protocolVersion", version},
                                                {"capabilities", json::object{}},
                                                {"clientInfo", {{"name", "tester"}, {"version", "1"}}}});
    notify("notifications/initialized");
    return agreed;
}

int McpClient::send(std::string_view method, json::object params) {
    const json::object message{{"jsonrpc", "2.0"}, {"id", ++asked_}, {"method", method}, {"params", std::move(params)}};
    EXPECT_TRUE(child_.send_line(to_text(message)));
    return asked_;
}

void McpClient::notify(std::string_view method, json::object params) {
    EXPECT_TRUE(
        child_.send_line(to_text(json::object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}})));
}

json::object McpClient::read(Duration limit) {
    const auto line = child_.read_line(limit);
    if (!line) return {};
    const auto value = parse_json(*line, 64U << 20U);
    EXPECT_TRUE(value && value->is_object()) << line->substr(0, 500);
    return value && value->is_object() ? value->get_object() : json::object{};
}

json::object McpClient::answer_to(int id) {
    const auto is_answer = [&](const json::object& message) {
        const json::value* found = message.if_contains("id");
        return found != nullptr && *found == id;
    };
    // A call that had to wait is answered behind later ones.
    const auto kept = std::find_if(kept_.begin(), kept_.end(), is_answer);
    if (kept != kept_.end()) {
        json::object message = std::move(*kept);
        kept_.erase(kept);
        return message;
    }
    while (true) {
        json::object message = read();
        if (message.empty()) {
            ADD_FAILURE() << "no answer to request " << id;
            return {};
        }
        if (is_answer(message)) return message;
        kept_.push_back(std::move(message));
    }
}

json::object McpClient::request(std::string_view method, json::object params) {
    return answer_to(send(method, std::move(params)));
}

json::object McpClient::result(std::string_view method, json::object params) {
    const json::object answer = request(method, std::move(params));
    EXPECT_TRUE(answer.contains("result")) << to_text(answer);
    return object_member(answer, "result");
}

json::object McpClient::call(std::string_view tool, json::object arguments, json::object meta) {
    json::object params{{"name", tool}, {"arguments", std::move(arguments)}};
    if (!meta.empty()) params["_meta"] = std::move(meta);
    return result("tools/call", std::move(params));
}

json::object McpClient::next_notification(Duration limit) {
    if (!kept_.empty()) {
        json::object first = std::move(kept_.front());
        kept_.erase(kept_.begin());
        return first;
    }
    return read(limit);
}

std::string text_of(const json::object& result) {
    const json::value* content = result.if_contains("content");
    if (content == nullptr || !content->is_array() || content->get_array().empty()) return {};
    return std::string(text_member(content->get_array()[0].get_object(), "text"));
}

}  // namespace hm::testing
