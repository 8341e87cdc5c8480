// ServeClient: `hivemind serve opencode`, asked line by line as the plugin asks it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/json.h"
#include "support/child_process.h"

namespace hm::testing {

struct ServeReply {
    json::object reply;  // empty when none came
    std::chrono::milliseconds took{};
};

class ServeClient {
public:
    explicit ServeClient(const ChildPlace& place);

    ServeReply ask(std::string_view hook, json::object input);
    // The same under an id of the caller's choice, as a request that is sent again has it.
    ServeReply ask_as(std::string_view id, std::string_view hook, json::object input);
    // The two halves of ask(), for what happens in between.
    void send(std::string_view hook, json::object input);
    ServeReply receive();
    // A call of the agent's own tool "read" on a file, about to happen.
    ServeReply before_read(std::string_view session, std::string_view file);
    // A call of the agent's own tool "write" on a file, done.
    ServeReply after_write(std::string_view session, std::string_view file);
    // A call of one of HiveMind's tools.
    ServeReply own_tool(std::string_view session, std::string_view tool, json::object arguments);

private:
    void send_as(std::string_view id, std::string_view hook, json::object input);

    ChildProcess child_;
    int asked_ = 0;
    std::chrono::steady_clock::time_point sent_at_;
};

}  // namespace hm::testing
