// Stream: where the messages that belong to one request go, the answer last; or those that belong to none.
#pragma once

#include <functional>

#include "base/json.h"

namespace hm::mcp {

class Stream {
public:
    virtual ~Stream() = default;

    // A notification or a request of ours, before the answer.
    virtual void send(const json::object& message) = 0;
    // The answer; nothing follows.
    virtual void finish(const json::object& answer) = 0;
    // No answer will come, because the client took its request back.
    virtual void abandon() = 0;
    // Lets the connection go; what follows is kept until the client comes for it. Only where that is possible.
    virtual void pause() {}
};

}  // namespace hm::mcp
