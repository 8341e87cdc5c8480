// McpHttpServer: the built program as `hivemind mcp --http` in a project of its own, and requests for it.
#pragma once

#include <gtest/gtest.h>

#include "stress/http_peer.h"
#include "support/temp_project.h"

namespace hm::testing {

class McpHttpServer {
public:
    McpHttpServer();

    const TempProject& project() const { return project_; }
    ChildProcess& child() { return child_; }
    std::uint16_t port() const { return port_; }
    const std::string& token() const { return token_; }
    HttpPeer connect() const { return HttpPeer(port_); }

    // What everybody sends: Host, token, types. `more` are lines with their ends.
    std::string head(std::string_view method, std::string_view more = {}) const;
    std::string post(std::string_view body, std::string_view more = {}) const;
    // A request of a session that was opened before.
    std::string request(std::string_view session, int id, std::string_view method, json::object params = {}) const;
    // The handshake on that connection; the session's id.
    std::string open_session(HttpPeer& peer) const;
    // A new client is served from end to end.
    void expect_serves() const;

private:
    TempProject project_;
    ChildProcess child_;
    std::uint16_t port_ = 0;
    std::string token_;
};

}  // namespace hm::testing
