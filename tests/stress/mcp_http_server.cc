#include "stress/mcp_http_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

namespace hm::testing {

McpHttpServer::McpHttpServer() : child_(ChildProcess::start_hivemind({"mcp", "--http", "--json"}, {project_.root()})) {
    const auto line = child_.read_line();
    const auto told = parse_json(line.value_or(""));
    if (!told || !told->is_object()) {
        ADD_FAILURE() << "it did not start: " << line.value_or("");
        return;
    }
    const std::string url(text_member(told->get_object(), "url"));
    token_ = text_member(told->get_object(), "token");
    const std::size_t colon = url.rfind(':');
    std::from_chars(url.data() + colon + 1, url.data() + url.size(), port_);
}

std::string McpHttpServer::head(std::string_view method, std::string_view more) const {
    return fmt::format(
        "{} /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n"
        "Accept: application/json, text/event-stream\r\n{}",
        method, port_, token_, more);
}

std::string McpHttpServer::post(std::string_view body, std::string_view more) const {
    return head("POST", more) +
           fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}", body.size(), body);
}

std::string McpHttpServer::request(std::string_view session, int id, std::string_view method,
                                   json::object params) const {
    const json::object body{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
    return post(to_text(body), fmt::format("Mcp-Session-Id: {}\r\nMCP-Protocol-Version: 2025-11-25\r\n", session));
}

std::string McpHttpServer::open_session(HttpPeer& peer) const {
    const json::object body{{"jsonrpc", "2.0"},
                            {"id", 1},
                            {"method", "initialize"},
                            {"params",
                             {{"protocolVersion", "2025-11-25"},
                              {"capabilities", json::object{}},
                              {"clientInfo", {{"name", "tester"}, {"version", "1"}}}}}};
    peer.send(post(to_text(body)));
    const HttpAnswer answer = peer.answer();
    EXPECT_EQ(answer.status, 200) << answer.head << answer.body;
    return answer.header("Mcp-Session-Id");
}

void McpHttpServer::expect_serves() const {
    // Those who went away may still be counted for a moment.
    for (int tries = 0; tries < 100; ++tries) {
        HttpPeer probe = connect();
        probe.send(post("{}"));
        if (probe.answer().status != 503) break;
        usleep(100'000);
    }
    HttpPeer peer = connect();
    const std::string session = open_session(peer);
    ASSERT_FALSE(session.empty());
    peer.send(request(session, 2, "tools/call", {{"name", "hivemind_memory"}, {"arguments", {{"action", "list"}}}}));
    const HttpAnswer answer = peer.answer();
    EXPECT_EQ(answer.status, 200) << answer.head;
    EXPECT_TRUE(object_member(answer.json(), "result").contains("content")) << answer.body;
}

}  // namespace hm::testing
