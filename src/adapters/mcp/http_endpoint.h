// EventStream: the messages of one request of an HTTP client, or of none. It answers with one JSON text when there is
// only an answer, and as server-sent events when more comes. It outlives its connections: events are kept, within
// bounds, for a client that comes back with the id of the last one it saw.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "adapters/http/http_connection.h"
#include "adapters/mcp/call.h"
#include "adapters/mcp/jsonrpc.h"
#include "adapters/mcp/session.h"
#include "adapters/mcp/stdio.h"

namespace hm::mcp {

HM_ENUM(AnswerForm, either, events)

struct EventStreamTraits {
    std::uint64_t number = 0;  // names the stream within its session
    Era era = Era::handshake;
    AnswerForm form = AnswerForm::either;
    bool is_primed = false;  // begins with an empty event, so that a client can come back before the first
    std::string more_headers = {};
};

class EventStream final : public Stream {
public:
    EventStream(EventStreamTraits traits, std::shared_ptr<HttpConnection> connection)
        : traits_(std::move(traits)), connection_(std::move(connection)) {}

    void send(const json::object& message) override;
    void finish(const json::object& answer) override;
    void abandon() override;
    void pause() override;

    // Begins to send events at once.
    void begin();
    // Goes on, on another connection, behind the event with that place.
    void resume(std::shared_ptr<HttpConnection> connection, std::uint64_t after);

    std::uint64_t number() const { return traits_.number; }
    bool is_finished() const { return is_finished_; }
    bool has_events() const { return !events_.empty(); }

private:
    void add(const std::string& data);
    std::string text_of(std::uint64_t place, const std::string& data) const;
    void end();

    EventStreamTraits traits_;
    std::weak_ptr<HttpConnection> connection_;
    bool has_begun_ = false;
    bool is_finished_ = false;
    std::uint64_t places_ = 0;
    std::size_t kept_bytes_ = 0;
    struct Event {
        std::uint64_t place;
        std::string data;
    };
    std::deque<Event> events_;
};

// HttpEndpoint: what POST, GET and DELETE on /mcp mean (Streamable HTTP). It keeps the sessions and their streams of
// events; whom it may be asked by was judged before.

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
