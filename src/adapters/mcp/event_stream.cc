#include "adapters/mcp/event_stream.h"

#include <fmt/format.h>

#include "adapters/mcp/jsonrpc.h"

namespace hm::mcp {
namespace {

constexpr std::size_t most_kept = 256;
constexpr std::size_t most_kept_bytes = 1U << 20U;
constexpr int retry_ms = 1000;

// Without a handshake the status says what went wrong, too.
int status_of(const json::object& answer, Era era) {
    const json::value* code = object_member(answer, "error").if_contains("code");
    if (era == Era::handshake || code == nullptr) return 200;
    if (*code == method_not_found) return 404;
    return *code == unsupported_version || *code == header_mismatch ? 400 : 200;
}

}  // namespace

void EventStream::begin() {
    if (has_begun_) return;
    has_begun_ = true;
    const auto connection = connection_.lock();
    if (!connection) return;
    connection->begin_events(traits_.more_headers);
    if (traits_.is_primed) {
        connection->send_events(fmt::format("id: {}-0\nretry: {}\ndata: \n\n", traits_.number, retry_ms));
    }
}

std::string EventStream::text_of(std::uint64_t place, const std::string& data) const {
    if (traits_.era == Era::per_request) return fmt::format("event: message\ndata: {}\n\n", data);
    return fmt::format("id: {}-{}\nevent: message\ndata: {}\n\n", traits_.number, place, data);
}

void EventStream::add(const std::string& data) {
    begin();
    ++places_;
    if (const auto connection = connection_.lock()) connection->send_events(text_of(places_, data));
    if (traits_.era == Era::per_request) return;
    events_.push_back({places_, data});
    kept_bytes_ += data.size();
    while (events_.size() > most_kept || (kept_bytes_ > most_kept_bytes && events_.size() > 1)) {
        kept_bytes_ -= events_.front().data.size();
        events_.pop_front();
    }
}

void EventStream::send(const json::object& message) {
    if (!is_finished_) add(to_text(message));
}

void EventStream::finish(const json::object& answer) {
    if (is_finished_) return;
    if (has_begun_ || traits_.form == AnswerForm::events) {
        add(to_text(answer));
        return end();
    }
    is_finished_ = true;
    if (const auto connection = connection_.lock()) {
        connection->respond(status_of(answer, traits_.era), "application/json", to_text(answer), traits_.more_headers);
    }
}

void EventStream::abandon() {
    if (is_finished_) return;
    begin();
    end();
}

void EventStream::end() {
    is_finished_ = true;
    if (const auto connection = connection_.lock()) connection->end_events();
    connection_.reset();
}

void EventStream::pause() {
    if (is_finished_ || traits_.era == Era::per_request) return;
    begin();
    if (const auto connection = connection_.lock()) connection->end_events();
    connection_.reset();
}

void EventStream::resume(std::shared_ptr<HttpConnection> connection, std::uint64_t after) {
    // The newest connection counts; an earlier one may be dead without our knowing.
    if (const auto earlier = connection_.lock()) earlier->end_events();
    connection->begin_events("");
    for (const Event& event : events_) {
        if (event.place > after) connection->send_events(text_of(event.place, event.data));
    }
    if (is_finished_) return connection->end_events();
    has_begun_ = true;
    connection_ = connection;
}

}  // namespace hm::mcp
