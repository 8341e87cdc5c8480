#include "adapters/mcp/http_endpoint.h"

#include <fmt/format.h>

#include <charconv>

#include "adapters/http/secret.h"
#include "adapters/mcp/jsonrpc.h"
#include "base/strings.h"

namespace hm::mcp {
namespace {

constexpr std::size_t most_sessions = 256;
constexpr std::size_t most_streams = 32;

bool accepts(std::string_view accepted, std::string_view type) {
    const std::string_view family = type.substr(0, type.find('/'));
    return accepted.find(type) != std::string_view::npos || accepted.find("*/*") != std::string_view::npos ||
           accepted.find(fmt::format("{}/*", family)) != std::string_view::npos;
}

// Who names events first gets events.
AnswerForm form_of(std::string_view accepted) {
    const std::size_t events = accepted.find("text/event-stream");
    return events < accepted.find("application/json") ? AnswerForm::events : AnswerForm::either;
}

void answer_error(const std::shared_ptr<HttpConnection>& connection, int status, const RpcError& error,
                  const json::value& id = nullptr) {
    connection->respond(status, "application/json", to_text(error_message(id, error)));
}

// What is wrong with a request that has no session but must say everything itself; the status is 400 for all of them.
std::optional<RpcError> wrong_by_itself(const Request& request, const HttpHead& head) {
    const json::object& meta = object_member(request.params, "_meta");
    if (!head.has("mcp-protocol-version"))
        return RpcError{header_mismatch, "The header MCP-Protocol-Version is missing."};
    if (text_member(meta, version_key).empty() || !meta.contains(client_capabilities_key)) {
        return RpcError{invalid_params,
                        fmt::format("_meta must hold {} and {}.", version_key, client_capabilities_key)};
    }
    if (head.header("mcp-protocol-version") != text_member(meta, version_key)) {
        return RpcError{header_mismatch, "The header MCP-Protocol-Version is not what _meta says."};
    }
    if (text_member(meta, version_key) != per_request_version) return std::nullopt;  // the session says which are
    if (head.header("mcp-method") != request.method) {
        return RpcError{header_mismatch, "The header Mcp-Method is missing or not the method."};
    }
    const bool has_name = request.method == "tools/call" || request.method == "prompts/get";
    const std::string_view name = has_name ? text_member(request.params, "name") : text_member(request.params, "uri");
    if ((has_name || request.method == "resources/read") && head.header("mcp-name") != name &&
        !head.header("mcp-name").starts_with("=?base64?")) {
        return RpcError{header_mismatch, "The header Mcp-Name is missing or not the name."};
    }
    return std::nullopt;
}

}  // namespace

void HttpEndpoint::handle(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                          const std::string& body) {
    if (head.method == "POST") return post(connection, head, body);
    if (head.method == "GET") return get(connection, head);
    if (head.method == "DELETE") return remove(connection, head);
    connection->respond(405, "", "", "Allow: GET, POST, DELETE\r\n");
}

void HttpEndpoint::post(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                        const std::string& body) {
    const std::string_view type = head.header("content-type");
    if (type.substr(0, type.find(';')) != "application/json") {
        return answer_error(connection, 415, {invalid_request, "Send Content-Type: application/json."});
    }
    const std::string_view accepted = head.header("accept");
    if (!accepts(accepted, "application/json") || !accepts(accepted, "text/event-stream")) {
        return answer_error(connection, 406, {invalid_request, "Send Accept: application/json, text/event-stream."});
    }
    Message message = read_message(body, longest_body);
    if (const auto* malformed = std::get_if<Malformed>(&message)) {
        return answer_error(connection, 400, malformed->error, malformed->id);
    }
    auto* request = std::get_if<Request>(&message);
    const bool names_session = head.has("mcp-session-id");
    if (request != nullptr && !names_session) {
        if (request->method == "initialize" && era_of(*request) == Era::handshake) {
            return open_session(std::move(*request), connection, form_of(accepted));
        }
        const bool is_alone = head.header("mcp-protocol-version") == per_request_version;
        if (is_alone || era_of(*request) == Era::per_request) {
            return serve_alone(std::move(*request), connection, head, form_of(accepted));
        }
    }
    Held* held = find_session(connection, head);
    if (held == nullptr) return;
    if (request != nullptr) {
        const bool is_primed = held->session->version() >= "2025-11-25";
        const Era era = era_of(*request);
        const auto stream =
            add_stream(*held, {.era = era, .form = form_of(accepted), .is_primed = is_primed}, connection);
        return held->session->take(std::move(*request), era, stream);
    }
    connection->respond(202, "", "");
    if (auto* notification = std::get_if<Notification>(&message)) held->session->take(*notification);
    if (auto* response = std::get_if<Response>(&message)) held->session->take(std::move(*response));
}

void HttpEndpoint::open_session(Request request, const std::shared_ptr<HttpConnection>& connection, AnswerForm form) {
    if (sessions_.size() >= most_sessions) drop_oldest_session();
    const std::string id = random_hex(16);
    Held held{std::make_shared<Session>(random_hex(16), features_, loop_), {}, nullptr, 0, {}};
    held.used_at = std::chrono::steady_clock::now();
    const std::shared_ptr<Session> session = held.session;
    const auto stream =
        add_stream(held, {.form = form, .more_headers = fmt::format("Mcp-Session-Id: {}\r\n", id)}, connection);
    session->take(std::move(request), Era::handshake, stream);
    if (session->version().empty()) return session->end();
    watcher_.add(session);
    sessions_.emplace(id, std::move(held));
}

void HttpEndpoint::serve_alone(Request request, const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                               AnswerForm form) {
    if (const auto wrong = wrong_by_itself(request, head)) return answer_error(connection, 400, *wrong, request.id);
    if (lonely_name_.empty()) lonely_name_ = random_hex(16);
    const auto session = std::make_shared<Session>(lonely_name_, features_, loop_);
    const auto stream =
        std::make_shared<EventStream>(EventStreamTraits{.era = Era::per_request, .form = form}, connection);
    // Here a cut connection takes the request back.
    connection->when_cut([session] { session->end(); });
    watcher_.add(session);
    session->take(std::move(request), Era::per_request, stream);
}

HttpEndpoint::Held* HttpEndpoint::find_session(const std::shared_ptr<HttpConnection>& connection,
                                               const HttpHead& head) {
    if (!head.has("mcp-session-id")) {
        answer_error(connection, 400,
                     {too_much_at_once, "The header Mcp-Session-Id is missing: begin with initialize."});
        return nullptr;
    }
    const auto found = sessions_.find(head.header("mcp-session-id"));
    if (found == sessions_.end()) {
        answer_error(connection, 404, {no_such_session, "There is no such session: begin with initialize."});
        return nullptr;
    }
    // A client that does not send the header counts as 2025-03-26, so that one may be named, too.
    const std::string_view version = head.header("mcp-protocol-version");
    const bool is_known = is_handshake_version(version) || version == "2025-03-26";
    if (head.has("mcp-protocol-version") && !is_known) {
        answer_error(connection, 400,
                     {invalid_request, fmt::format("Unsupported protocol version: {}", shorten(version, 60))});
        return nullptr;
    }
    found->second.used_at = std::chrono::steady_clock::now();
    return &found->second;
}

std::shared_ptr<EventStream> HttpEndpoint::add_stream(Held& held, EventStreamTraits traits,
                                                      const std::shared_ptr<HttpConnection>& connection) {
    // Those that ended without an event have nothing to come back for.
    std::erase_if(held.streams,
                  [](const auto& each) { return each.second->is_finished() && !each.second->has_events(); });
    while (held.streams.size() >= most_streams) held.streams.erase(held.streams.begin());
    traits.number = ++held.numbered;
    auto stream = std::make_shared<EventStream>(std::move(traits), connection);
    held.streams[stream->number()] = stream;
    return stream;
}

void HttpEndpoint::get(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head) {
    if (!accepts(head.header("accept"), "text/event-stream")) {
        return answer_error(connection, 406, {invalid_request, "Send Accept: text/event-stream."});
    }
    Held* held = find_session(connection, head);
    if (held == nullptr) return;
    if (head.has("last-event-id")) {
        const std::string_view last = head.header("last-event-id");
        const std::size_t dash = std::min(last.find('-'), last.size());
        std::uint64_t number = 0;
        std::uint64_t place = 0;
        std::from_chars(last.data(), last.data() + dash, number);
        if (dash < last.size()) std::from_chars(last.data() + dash + 1, last.data() + last.size(), place);
        const auto found = held->streams.find(number);
        if (found == held->streams.end()) {
            return answer_error(connection, 400, {invalid_request, "What followed this event is no longer kept."});
        }
        return found->second->resume(connection, place);
    }
    // The newest stream is the one that messages go to.
    if (held->background) held->background->abandon();
    const bool is_primed = held->session->version() >= "2025-11-25";
    held->background = add_stream(*held, {.form = AnswerForm::events, .is_primed = is_primed}, connection);
    held->background->begin();
    held->session->set_background(held->background);
    watcher_.wake();
}

void HttpEndpoint::remove(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head) {
    Held* held = find_session(connection, head);
    if (held == nullptr) return;
    const auto node = sessions_.extract(sessions_.find(head.header("mcp-session-id")));
    node.mapped().session->end();
    if (node.mapped().background) node.mapped().background->abandon();
    connection->respond(204, "", "");
}

void HttpEndpoint::drop_oldest_session() {
    auto oldest = sessions_.begin();
    for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
        if (it->second.used_at < oldest->second.used_at) oldest = it;
    }
    const auto node = sessions_.extract(oldest);
    node.mapped().session->end();
    if (node.mapped().background) node.mapped().background->abandon();
}

void HttpEndpoint::end() {
    while (!sessions_.empty()) drop_oldest_session();
}

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
