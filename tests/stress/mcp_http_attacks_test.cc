// `hivemind mcp --http` under those who mean no good or know no better: each is refused or bounded, the server lives,
// and other clients are served.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "stress/mcp_http_server.h"

namespace hm::testing {
namespace {

class McpHttpAttacks : public ::testing::Test {
protected:
    ~McpHttpAttacks() override { server_.expect_serves(); }

    HttpAnswer answer_to(const std::string& text) {
        HttpPeer peer = server_.connect();
        peer.send(text);
        return peer.answer();
    }
    std::string own_host() const { return fmt::format("Host: 127.0.0.1:{}\r\n", server_.port()); }
    std::string own_token() const { return fmt::format("Authorization: Bearer {}\r\n", server_.token()); }

    McpHttpServer server_;
};

TEST_F(McpHttpAttacks, ForeignNamesPagesTokensAndPathsAreRefused) {
    const std::string begin = "POST /mcp HTTP/1.1\r\n";
    EXPECT_EQ(answer_to(begin + "Host: evil.example.com\r\n" + own_token() + "\r\n").status, 403);
    EXPECT_EQ(answer_to(begin + own_host() + "Origin: http://evil.example.com\r\n" + own_token() + "\r\n").status, 403);
    const HttpAnswer without = answer_to(begin + own_host() + "\r\n");
    EXPECT_EQ(without.status, 401);
    EXPECT_EQ(without.header("WWW-Authenticate"), "Bearer");
    EXPECT_EQ(answer_to(begin + own_host() + "Authorization: Bearer " + std::string(64, '0') + "\r\n\r\n").status, 401);
    for (const char* path : {"/x/../mcp", "/%6dcp", "//mcp", "/mcp/.", "http://evil/mcp"}) {
        EXPECT_EQ(answer_to(fmt::format("POST {} HTTP/1.1\r\n", path) + own_host() + "\r\n").status, 401) << path;
        EXPECT_EQ(answer_to(fmt::format("POST {} HTTP/1.1\r\n", path) + own_host() + own_token() + "\r\n").status, 400)
            << path;
    }
    EXPECT_EQ(answer_to("GET / HTTP/1.1\r\n" + own_host() + own_token() + "\r\n").status, 404);
}

TEST_F(McpHttpAttacks, AHundredMegabytesAreRefusedBeforeTheyCome) {
    const std::string declared =
        server_.head("POST", "Content-Type: application/json\r\nContent-Length: 104857600\r\n\r\n");
    EXPECT_EQ(answer_to(declared).status, 413);
    // One that sends on all the same still reads why.
    HttpPeer stubborn = server_.connect();
    stubborn.send(declared);
    const std::string piece(1U << 20U, 'x');
    int sent = 0;
    while (sent < 100 && stubborn.send(piece)) ++sent;
    EXPECT_EQ(stubborn.answer().status, 413);
    HttpPeer chunked = server_.connect();
    chunked.send(server_.head("POST", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"));
    bool is_taken = true;
    for (int i = 0; i < 8 && is_taken; ++i) is_taken = chunked.send("100000\r\n" + piece + "\r\n");
    EXPECT_EQ(chunked.answer().status, 413);
}

TEST_F(McpHttpAttacks, ThreeHundredIdleConnectionsLeaveRoomForOthers) {
    HttpPeer early = server_.connect();
    const std::string session = server_.open_session(early);
    std::vector<HttpPeer> idle;
    for (int i = 0; i < 300; ++i) idle.push_back(server_.connect());
    const bool is_refused = idle.back().answer(seconds(5)).status == 503;
    EXPECT_TRUE(is_refused);
    early.send(server_.request(session, 2, "ping"));
    EXPECT_EQ(early.answer().status, 200) << "who is connected is served";
    // Who never said anything makes room for who comes later.
    bool is_served = false;
    for (int i = 0; i < 100 && !is_served; ++i) {
        HttpPeer late = server_.connect();
        late.send(server_.request(session, 3, "ping"));
        is_served = late.answer().status == 200;
        if (!is_served) usleep(200'000);
    }
    EXPECT_TRUE(is_served);
}

TEST_F(McpHttpAttacks, SlowClientsAreLetGoWhileOthersAreServed) {
    HttpPeer slow_head = server_.connect();
    HttpPeer slow_body = server_.connect();
    HttpPeer silent = server_.connect();
    const std::string head = server_.head("POST", "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
    slow_body.send(head);
    bool is_listening = true;
    const std::string slow_text = "GET /mcp HTTP/1.1\r\nX: " + std::string(60, 'a');
    // A byte now and then does not buy more time for the head.
    for (std::size_t i = 0; i < 60 && is_listening; ++i) {
        is_listening = slow_head.send(slow_text.substr(i, 1));
        if (i % 10 == 0) server_.expect_serves();
        usleep(300'000);
    }
    EXPECT_EQ(slow_head.answer(seconds(30)).status, 408);
    EXPECT_TRUE(silent.is_closed_within(seconds(60)));
    EXPECT_EQ(slow_body.answer(seconds(60)).status, 408);
}

TEST_F(McpHttpAttacks, GarbageIsRefusedAndForgotten) {
    for (const std::string& text :
         {std::string("\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 11), std::string("GET\r\n\r\n"),
          std::string("GET / HTTP/3.0\r\nHost: a\r\n\r\n"), "GET /" + std::string(100'000, 'a'),
          "POST /mcp HTTP/1.1\r\nX: " + std::string(100'000, 'a')}) {
        const int status = answer_to(text).status;
        EXPECT_TRUE(status >= 400 && status < 600) << status << " " << text.substr(0, 40);
    }
    EXPECT_EQ(answer_to(server_.post("{broken")).status, 400);
    EXPECT_EQ(answer_to(server_.post(std::string(50'000, '['))).status, 400);
    for (int i = 0; i < 300; ++i) {
        HttpPeer peer = server_.connect();
        peer.send("POST /mcp HT");
    }
}

TEST_F(McpHttpAttacks, ManySessionsPushOutTheOldest) {
    HttpPeer peer = server_.connect();
    const std::string first = server_.open_session(peer);
    for (int i = 0; i < 260; ++i) server_.open_session(peer);
    peer.send(server_.request(first, 2, "ping"));
    EXPECT_EQ(peer.answer().status, 404);
}

}  // namespace
}  // namespace hm::testing
