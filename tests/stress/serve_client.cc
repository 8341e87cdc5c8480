#include "stress/serve_client.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hm::testing {

ServeClient::ServeClient(const ChildPlace& place)
    : child_(ChildProcess::start_hivemind({"serve", "opencode"}, place)) {}

ServeReply ServeClient::ask(std::string_view hook, json::object input) {
    send(hook, std::move(input));
    return receive();
}

ServeReply ServeClient::ask_as(std::string_view id, std::string_view hook, json::object input) {
    send_as(id, hook, std::move(input));
    return receive();
}

void ServeClient::send(std::string_view hook, json::object input) {
    send_as(fmt::format("{}-{}", child_.pid(), ++asked_), hook, std::move(input));
}

void ServeClient::send_as(std::string_view id, std::string_view hook, json::object input) {
    sent_at_ = std::chrono::steady_clock::now();
    child_.send_line(to_text(json::object{{"id", id}, {"hook", hook}, {"input", std::move(input)}}));
}

ServeReply ServeClient::receive() {
    const auto line = child_.read_line();
    const auto took = std::chrono::steady_clock::now() - sent_at_;
    const auto value = parse_json(line.value_or(""));
    EXPECT_TRUE(value && value->is_object()) << line.value_or("no answer");
    return {value && value->is_object() ? value->get_object() : json::object{},
            std::chrono::duration_cast<std::chrono::milliseconds>(took)};
}

ServeReply ServeClient::before_read(std::string_view session, std::string_view file) {
    // Another part of the file each time: the same call over and over is refused.
    return ask("tool.execute.before", {{"tool", "read"},
                                       {"sessionID", session},
                                       {"callID", "call"},
                                       {"args", {{"filePath", file}, {"offset", asked_}}}});
}

ServeReply ServeClient::after_write(std::string_view session, std::string_view file) {
    return ask("tool.execute.after",
               {{"tool", "write"}, {"sessionID", session}, {"callID", "call"}, {"args", {{"filePath", file}}}});
}

ServeReply ServeClient::own_tool(std::string_view session, std::string_view tool, json::object arguments) {
    return ask("tool", {{"tool", tool}, {"sessionID", session}, {"callID", "call"}, {"args", std::move(arguments)}});
}

}  // namespace hm::testing
