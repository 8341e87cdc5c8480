// The transport of `hivemind mcp`: one message a line on standard input and output. The connection is the session; it
// ends when its input ends, so it cannot outlive its client.
#pragma once

#include "adapters/mcp/features.h"
#include "adapters/mcp/loop.h"
#include "adapters/mcp/watcher.h"

namespace hm::mcp {

// Between this program and one that was installed in its place meanwhile.
struct Handover {
    std::string unread;  // what the program before this one had read and not answered
    // Hands over what was read and not answered; returns when there is no newer program. The handshake and what was
    // followed do not go along.
    std::function<void(std::string_view unread)> give_way;
};

// Until the input ends, the output is closed, or `signals` becomes readable. Returns the exit code.
int serve_stdio(std::string session_name, Features& features, Watcher& watcher, Loop& loop, int signals,
                Handover handover);

}  // namespace hm::mcp
