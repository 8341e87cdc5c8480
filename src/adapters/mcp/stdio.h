// The transport of `hivemind mcp`: one message a line on standard input and output. The connection is the session; it
// ends when its input ends, so it cannot outlive its client.
#pragma once

#include "adapters/mcp/features.h"
#include "adapters/mcp/loop.h"
#include "adapters/mcp/watcher.h"

namespace hm::mcp {

// Until the input ends, the output is closed, or `signals` becomes readable. Returns the exit code.
int serve_stdio(std::string session_name, Features& features, Watcher& watcher, Loop& loop, int signals);

}  // namespace hm::mcp
