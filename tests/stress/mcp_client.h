// McpClient: `hivemind mcp` on its standard input and output, spoken to as an MCP client does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "support/child_process.h"

namespace hm::testing {

class McpClient {
public:
    explicit McpClient(const ChildPlace& place) : child_(ChildProcess::start_hivemind({"mcp"}, place)) {}

    // The handshake; answers its result.
    json::object initialize(std::string_view version = "2025-11-25");
    // Sends a request and gives its answer, whole. What comes before it is kept for notifications().
    json::object request(std::string_view method, json::object params = {});
    json::object result(std::string_view method, json::object params = {});
    json::object call(std::string_view tool, json::object arguments, json::object meta = {});
    void notify(std::string_view method, json::object params = {});

    // The two halves of request().
    int send(std::string_view method, json::object params);
    json::object answer_to(int id);
    // A message that nobody took yet, or the next one; empty when none comes in time.
    json::object next_notification(Duration limit = usual_limit);

    bool send_line(std::string_view line) { return child_.send_line(line); }
    json::object read(Duration limit = usual_limit);
    ChildProcess& child() { return child_; }

private:
    ChildProcess child_;
    int asked_ = 0;
    std::vector<json::object> kept_;
};

// The result's text content.
std::string text_of(const json::object& result);

}  // namespace hm::testing
