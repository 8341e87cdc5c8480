// EventStream: the messages of one request of an HTTP client, or of none. It answers with one JSON text when there is
// only an answer, and as server-sent events when more comes. It outlives its connections: events are kept, within
// bounds, for a client that comes back with the id of the last one it saw.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "adapters/mcp/http_connection.h"
#include "adapters/mcp/protocol.h"
#include "adapters/mcp/stream.h"

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

}  // namespace hm::mcp
