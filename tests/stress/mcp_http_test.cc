// `hivemind mcp --http` as its clients use it: sessions, streams of events, waiting calls, and its end.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "stress/lock_holder.h"
#include "stress/mcp_http_server.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

json::object save(std::string_view text) {
    return {{"name", "hivemind_memory"}, {"arguments", {{"action", "save"}, {"content", text}}}};
}

TEST(McpHttp, ServesASessionUntilItIsRemoved) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    EXPECT_GE(session.size(), 32U);
    peer.send(server.request(session, 2, "tools/call", save("over HTTP")));
    const HttpAnswer saved = peer.answer();
    EXPECT_EQ(saved.status, 200);
    EXPECT_NE(saved.body.find("Saved the memory."), std::string::npos) << saved.body;
    peer.send(server.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                          fmt::format("Mcp-Session-Id: {}\r\n", session)));
    EXPECT_EQ(peer.answer().status, 202);
    peer.send(server.head("DELETE", fmt::format("Mcp-Session-Id: {}\r\n\r\n", session)));
    EXPECT_EQ(peer.answer().status, 204);
    peer.send(server.request(session, 3, "ping"));
    EXPECT_EQ(peer.answer().status, 404);
}

TEST(McpHttp, SaysWhatIsWrongWithARequest) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    const auto status_of = [&](const std::string& text) {
        EXPECT_TRUE(peer.send(text));
        return peer.answer().status;
    };
    EXPECT_EQ(status_of(server.post(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")), 400) << "no session";
    EXPECT_EQ(status_of(server.request("0123", 2, "ping")), 404);
    EXPECT_EQ(status_of(server.post("{not json")), 400);
    EXPECT_EQ(status_of(server.post("[]")), 400);
    EXPECT_EQ(
        status_of(server.post(R"({"jsonrpc":"2.0","id":2,"method":"ping"})",
                              fmt::format("Mcp-Session-Id: {}\r\nMCP-Protocol-Version: 1999-01-01\r\n", session))),
        400);
    EXPECT_EQ(status_of(server.head("PUT", "\r\n")), 405);
    EXPECT_EQ(status_of(server.head("GET", "\r\n")), 400) << "no session";
    EXPECT_EQ(status_of(server.head("POST", "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}")), 415);
    EXPECT_EQ(status_of(server.request(session, 2, "ping")), 200) << "the connection goes on";
}

TEST(McpHttp, TakesChunkedAndPipelinedRequestsInOrder) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    const std::string of_session = fmt::format("Mcp-Session-Id: {}\r\n", session);
    peer.send(server.head(
        "POST", of_session + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                             "10\r\n{\"jsonrpc\":\"2.0\"\r\n1a\r\n,\"id\":\"c\",\"method\":\"ping\"}\r\n0\r\n\r\n"));
    const HttpAnswer chunked = peer.answer();
    EXPECT_EQ(chunked.status, 200) << chunked.body;
    std::string many;
    for (int i = 100; i < 140; ++i) many += server.request(session, i, "ping");
    peer.send(many);
    for (int i = 100; i < 140; ++i) EXPECT_EQ(peer.answer().json().at("id"), i);
}

TEST(McpHttp, TellsOverItsStreamThatAResourceChangedAndGoesOnAfterACut) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    peer.send(server.request(session, 2, "resources/subscribe", {{"uri", "hivemind://pack"}}));
    EXPECT_EQ(peer.answer().status, 200);
    const std::string of_session = fmt::format("Mcp-Session-Id: {}\r\n", session);
    HttpPeer listener = server.connect();
    listener.send(server.head("GET", of_session + "\r\n"));
    EXPECT_EQ(listener.head().header("Content-Type"), "text/event-stream");
    const std::string primed = listener.until("\n\n");
    ASSERT_NE(primed.find("id: "), std::string::npos) << primed;
    const std::size_t begin = primed.find("id: ") + 4;
    const std::string last = primed.substr(begin, primed.find('\n', begin) - begin);
    listener.close();

    server.project().run_json({"memory", "save", "while nobody listens"});
    HttpPeer again = server.connect();
    again.send(server.head("GET", of_session + fmt::format("Last-Event-ID: {}\r\n\r\n", last)));
    EXPECT_EQ(again.head().status, 200);
    const std::string told = again.until("notifications/resources/updated");
    EXPECT_NE(told, "") << "what came while the connection was cut is not lost";
    HttpPeer wrong = server.connect();
    wrong.send(server.head("GET", of_session + "Last-Event-ID: 99999-1\r\n\r\n"));
    EXPECT_EQ(wrong.answer().status, 400);
}

TEST(McpHttp, AHeldStoreKeepsOneCallWaitingAndNobodyElse) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    peer.send(server.request(session, 2, "tools/call", save("the session is known")));
    EXPECT_EQ(peer.answer().status, 200);
    LockHolder holder(server.project().paths().database);
    json::object waiting = save("waited for");
    waiting["_meta"] = {{"progressToken", "t"}};
    peer.send(server.request(session, 3, "tools/call", waiting));
    EXPECT_EQ(peer.head().header("Content-Type"), "text/event-stream");
    EXPECT_NE(peer.until("notifications/progress"), "");
    server.expect_serves();
    holder.release();
    EXPECT_NE(peer.until("Saved the memory."), "");
}

TEST(McpHttp, KeepsItsTokenForItsOwnerAlone) {
    std::string token;
    const TempProject project;
    const fs::path file = project.root() / ".hivemind" / "mcp.token";
    for (int round = 0; round < 2; ++round) {
        ChildProcess child = ChildProcess::start_hivemind({"mcp", "--http"}, {project.root()});
        const std::string first = child.read_line().value_or("");
        EXPECT_NE(first.find("http://127.0.0.1:"), std::string::npos) << first;
        const std::string second = child.read_line().value_or("");
        EXPECT_TRUE(token.empty() || second == token) << "clients keep it";
        token = second;
        struct stat facts{};
        ASSERT_EQ(stat(file.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777U, 0600U);
        child.send_signal(round == 0 ? SIGTERM : SIGINT);
        EXPECT_EQ(child.wait().exit_code, 0);
    }
    // One that others could read is not believed.
    chmod(file.c_str(), 0644);
    ChildProcess child = ChildProcess::start_hivemind({"mcp", "--http"}, {project.root()});
    child.read_line();
    EXPECT_NE(child.read_line().value_or(""), token);
}

TEST(McpHttp, NeedsAProjectAndAFreePort) {
    const TempDirectory directory;
    EXPECT_EQ(run_hivemind({"mcp", "--http"}, {directory.path()}).exit_code, 7);
    McpHttpServer server;
    const Ended second = server.project().run({"mcp", "--http", "--port", std::to_string(server.port())});
    EXPECT_EQ(second.exit_code, 1) << second.err;
    EXPECT_NE(second.err.find("another port"), std::string::npos) << second.err;
    EXPECT_EQ(server.project().run({"mcp", "--port", "7000"}).exit_code, 2) << "only with --http";
    EXPECT_EQ(server.project().run({"mcp", "--http", "--port", "70000"}).exit_code, 2);
}

}  // namespace
}  // namespace hm::testing
