// HttpEndpoint: what POST, GET and DELETE on /mcp mean (Streamable HTTP). It keeps the sessions and their streams of
// events; whom it may be asked by was judged before.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "adapters/mcp/event_stream.h"
#include "adapters/mcp/features.h"
#include "adapters/mcp/session.h"
#include "adapters/mcp/watcher.h"

namespace hm::mcp {

class HttpEndpoint {
public:
    HttpEndpoint(Features& features, Watcher& watcher, Loop& loop)
        : features_(features), watcher_(watcher), loop_(loop) {}

    void handle(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head, const std::string& body);
    // Ends all sessions.
    void end();

private:
    struct Held {
        std::shared_ptr<Session> session;
        std::map<std::uint64_t, std::shared_ptr<EventStream>> streams;
        std::shared_ptr<EventStream> background;
        std::uint64_t numbered = 0;
        std::chrono::steady_clock::time_point used_at;
    };

    void post(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head, const std::string& body);
    void get(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head);
    void remove(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head);
    void open_session(Request request, const std::shared_ptr<HttpConnection>& connection, AnswerForm form);
    void serve_alone(Request request, const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                     AnswerForm form);
    // The session the request names; answers itself when there is none.
    Held* find_session(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head);
    std::shared_ptr<EventStream> add_stream(Held& held, EventStreamTraits traits,
                                            const std::shared_ptr<HttpConnection>& connection);
    void drop_oldest_session();

    Features& features_;
    Watcher& watcher_;
    Loop& loop_;
    std::map<std::string, Held, std::less<>> sessions_;
    std::string lonely_name_;  // how the store knows requests without a session
};

}  // namespace hm::mcp
