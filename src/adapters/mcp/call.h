// Stream: where the messages that belong to one request go, the answer last; or those that belong to none.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "adapters/http/loop.h"
#include "adapters/mcp/jsonrpc.h"
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

// Call: one request of a client while it is answered. It is answered once; after a cancellation nothing of it is sent.

class Session;

class Call : public std::enable_shared_from_this<Call> {
public:
    Call(Request request, Era era, std::shared_ptr<Stream> stream, std::shared_ptr<Session> session)
        : request_(std::move(request)), era_(era), stream_(std::move(stream)), session_(std::move(session)) {}

    const json::value& id() const { return request_.id; }
    const std::string& method() const { return request_.method; }
    const json::object& params() const { return request_.params; }
    const json::object& meta() const { return object_member(request_.params, "_meta"); }
    Era era() const { return era_; }
    Session& session() const { return *session_; }
    Loop& loop() const;

    // True once it was answered or cancelled.
    bool is_over() const { return is_over_; }

    void finish(Outcome outcome);
    // Only when the client asked for progress.
    void report(double done, double total, std::string_view message);
    // Only when the client wants to read of that weight.
    void log(LogLevel level, json::value data);
    void send(std::string_view method, json::object params);

    // Asks the client something; `answered` is called once, with a failure when no answer comes in time.
    using Answered = std::function<void(Outcome)>;
    void ask(std::string_view method, json::object params, Answered answered);

    void pause_stream();
    void cancel();

private:
    json::object completed(json::object result) const;

    Request request_;
    Era era_;
    std::shared_ptr<Stream> stream_;
    std::shared_ptr<Session> session_;
    bool is_over_ = false;
};

}  // namespace hm::mcp
