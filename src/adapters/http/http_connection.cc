#include "adapters/http/http_connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/json.h"

namespace hm::mcp {
namespace {

constexpr Duration first_word = seconds(10);
constexpr Duration next_word = seconds(75);
constexpr Duration whole_head = seconds(10);
constexpr Duration whole_body = seconds(30);
constexpr Duration leaving_time = seconds(2);
constexpr Duration longest_stall = seconds(20);
constexpr Duration keep_alive = seconds(15);
constexpr std::size_t most_unread = 8U << 20U;
constexpr std::size_t enough_unread = 1U << 20U;  // no further request is taken while that much waits to be read
constexpr int most_at_once = 8;

std::chrono::milliseconds chrono(Duration duration) {
    return std::chrono::milliseconds(duration.ms);
}

}  // namespace

HttpConnection::~HttpConnection() {
    if (file_ >= 0) ::close(file_);
}

void HttpConnection::start() {
    set_deadline(first_word);
    loop_.watch(file_, POLLIN, [self = shared_from_this()](short events) { self->ready(events); });
}

bool HttpConnection::is_silent(Duration at_least) const {
    return state_ == State::reading && !has_spoken_ && Steady::now() - accepted_at_ >= chrono(at_least);
}

void HttpConnection::set_deadline(Duration duration) {
    deadline_ = Steady::now() + chrono(duration);
}

void HttpConnection::ready(short events) {
    if ((events & (POLLERR | POLLNVAL)) != 0) return close();
    if ((events & POLLOUT) != 0) flush();
    if (state_ == State::closed) return;
    if ((events & POLLIN) != 0 && (state_ == State::reading || state_ == State::leaving)) return read_some();
    if ((events & POLLHUP) != 0) return close();
    if ((events & POLLRDHUP) != 0) {
        if (state_ == State::events) return close();
        // It wants no more than its answer.
        has_half_closed_ = true;
        wants_close_ = true;
        ask_for_events();
    }
}

void HttpConnection::read_some() {
    std::string chunk(64U * 1024U, '\0');
    const ssize_t count = recv(file_, chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count == 0 && sent_ < output_.size()) {
        // It says no more and still reads.
        has_half_closed_ = true;
        return state_ == State::leaving ? ask_for_events() : leave();
    }
    if (count <= 0) return close();
    if (state_ == State::leaving) return;
    has_spoken_ = true;
    input_.append(chunk, 0, static_cast<std::size_t>(count));
    take_requests();
}

void HttpConnection::take_requests() {
    if (is_taking_) return;
    is_taking_ = true;
    int taken = 0;
    while (state_ == State::reading && taken < most_at_once && output_.size() - sent_ < enough_unread) {
        const bool was_idle = parser_.is_idle();
        const HttpProgress progress = parser_.advance(input_);
        if (was_idle && !parser_.is_idle()) set_deadline(whole_head);
        if (progress == HttpProgress::more) break;
        if (progress == HttpProgress::refused) {
            refuse({parser_.status(), "The request cannot be read, or a part of it is too long."});
        } else if (progress == HttpProgress::head) {
            set_deadline(whole_body);
            if (const auto refusal = handler_.judge(parser_.head())) {
                refuse(*refusal);
            } else if (parser_.head().expects_continue && input_.empty()) {
                put("HTTP/1.1 100 Continue\r\n\r\n");
            }
        } else {
            ++taken;
            const HttpHead head = parser_.head();
            const std::string body = parser_.body();
            parser_.start_over();
            wants_close_ = wants_close_ || head.wants_close;
            state_ = State::serving;
            deadline_ = Steady::time_point::max();
            handler_.handle(shared_from_this(), head, body);
        }
    }
    is_taking_ = false;
    if (state_ == State::reading && !input_.empty() && taken >= most_at_once) {
        loop_.after(Duration{}, [self = shared_from_this()] { self->take_requests(); });
    }
    ask_for_events();
}

void HttpConnection::respond(int status, std::string_view type, std::string_view body, std::string_view more_headers) {
    if (state_ != State::serving && state_ != State::reading) return;
    std::string text = fmt::format("HTTP/1.1 {} {}\r\n", status, reason_of(status));
    if (!type.empty()) text += fmt::format("Content-Type: {}\r\n", type);
    if (status != 204) text += fmt::format("Content-Length: {}\r\n", body.size());
    text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
    if (wants_close_) text += "Connection: close\r\n";
    text += more_headers;
    text += "\r\n";
    text += body;
    put(text);
    answered();
}

void HttpConnection::refuse(const HttpRefusal& refusal) {
    const json::object body{
        {"jsonrpc", "2.0"}, {"id", nullptr}, {"error", {{"code", -32000}, {"message", refusal.why}}}};
    wants_close_ = true;
    respond(refusal.status, "application/json", to_text(body),
            refusal.status == 401 ? "WWW-Authenticate: Bearer\r\n" : "");
}

void HttpConnection::begin_events(std::string_view more_headers) {
    if (state_ != State::serving) return;
    state_ = State::events;
    put(
        fmt::format("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache, no-transform\r\n"
                    "X-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n{}{}\r\n",
                    wants_close_ ? "Connection: close\r\n" : "", more_headers));
    set_deadline(keep_alive);
}

void HttpConnection::send_events(std::string_view text) {
    if (state_ != State::events || text.empty()) return;
    set_deadline(keep_alive);
    put(fmt::format("{:x}\r\n{}\r\n", text.size(), text));
}

void HttpConnection::end_events() {
    if (state_ != State::events) return;
    put("0\r\n\r\n");
    answered();
}

void HttpConnection::answered() {
    if (state_ == State::closed) return;
    when_cut_ = nullptr;
    if (wants_close_) return leave();
    state_ = State::reading;
    set_deadline(next_word);
    ask_for_events();
    // What came behind the request waits for its turn.
    if (!input_.empty() && !is_taking_) {
        loop_.after(Duration{}, [self = shared_from_this()] { self->take_requests(); });
    }
}

void HttpConnection::leave() {
    state_ = State::leaving;
    input_.clear();
    set_deadline(leaving_time);
    flush();
}

void HttpConnection::put(std::string_view text) {
    if (state_ == State::closed) return;
    if (output_.size() == sent_) wrote_at_ = Steady::now();
    output_ += text;
    // Who does not read is let go; a stream of events can be taken up again.
    if (output_.size() - sent_ > most_unread) return close();
    flush();
}

void HttpConnection::flush() {
    while (sent_ < output_.size()) {
        const ssize_t count = send(file_, output_.data() + sent_, output_.size() - sent_, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) return close();
        if (count <= 0) break;
        sent_ += static_cast<std::size_t>(count);
        wrote_at_ = Steady::now();
    }
    if (sent_ == output_.size()) {
        output_.clear();
        sent_ = 0;
        if (state_ == State::leaving && !is_shut_) {
            if (has_half_closed_) return close();
            is_shut_ = true;
            shutdown(file_, SHUT_WR);
        }
        if (state_ == State::reading && !input_.empty() && !is_taking_) {
            loop_.after(Duration{}, [self = shared_from_this()] { self->take_requests(); });
        }
    }
    ask_for_events();
}

void HttpConnection::ask_for_events() {
    if (state_ == State::closed) return;
    short events = 0;
    const bool has_room = state_ == State::reading && output_.size() - sent_ < enough_unread;
    if ((state_ == State::leaving || has_room) && !has_half_closed_) events = POLLIN;
    if ((state_ == State::serving || state_ == State::events) && !has_half_closed_) events = POLLRDHUP;
    if (sent_ < output_.size()) events = static_cast<short>(events | POLLOUT);
    loop_.change(file_, events);
}

void HttpConnection::look_at_time() {
    const auto now = Steady::now();
    if (state_ == State::closed) return;
    if (sent_ < output_.size() && now - wrote_at_ > chrono(longest_stall)) return close();
    if (now < deadline_) return;
    if (state_ == State::events) return send_events(":\n\n");
    if (state_ == State::reading && !parser_.is_idle()) return refuse({408, "The rest of the request did not come."});
    close();
}

void HttpConnection::close() {
    if (state_ == State::closed) return;
    const std::shared_ptr<HttpConnection> self = shared_from_this();
    state_ = State::closed;
    loop_.forget(file_);
    ::close(file_);
    file_ = -1;
    if (const auto act = std::exchange(when_cut_, nullptr)) act();
    handler_.closed(*this);
}

namespace {

constexpr std::array<std::string_view, 3> own_names{"localhost", "127.0.0.1", "[::1]"};

bool is_same_name(std::string_view given, std::string_view name) {
    return std::equal(given.begin(), given.end(), name.begin(), name.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

// "localhost:7000" with our port; without one it would be port 80.
bool is_own_host(std::string_view host, std::uint16_t port) {
    const std::string end = fmt::format(":{}", port);
    if (!host.ends_with(end) && port != 80) return false;
    if (host.ends_with(end)) host.remove_suffix(end.size());
    return std::any_of(own_names.begin(), own_names.end(), [&](std::string_view n) { return is_same_name(host, n); });
}

bool is_own_origin(std::string_view origin, std::uint16_t port) {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size()), port);
}

// Nothing that another reader could take for another path: no escapes, no dots, no doubled slashes.
bool is_plain_path(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    return path.starts_with('/') && path.find('%') == std::string_view::npos &&
           path.find('\\') == std::string_view::npos && path.find("//") == std::string_view::npos &&
           path.find("/.") == std::string_view::npos && path.find(';') == std::string_view::npos &&
           path.find('#') == std::string_view::npos;
}

}  // namespace

bool is_same_secret(std::string_view given, std::string_view expected) {
    if (given.size() != expected.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference |=
            static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i]));
        // Keeps the compiler from ending the loop early.
        asm volatile("" : "+r"(difference));
    }
    return difference == 0;
}

std::optional<HttpRefusal> HttpGuard::judge(const HttpHead& head) const {
    if (!is_own_host(head.header("host"), port)) {
        return HttpRefusal{403, "This server answers only under the names of this machine's loopback device."};
    }
    if (head.has("origin") && !is_own_origin(head.header("origin"), port)) {
        return HttpRefusal{403, "This server does not answer pages of others."};
    }
    if (token) {
        constexpr std::string_view scheme = "bearer ";
        const std::string_view given = head.header("authorization");
        const bool has_scheme = given.size() > scheme.size() && is_same_name(given.substr(0, scheme.size()), scheme);
        if (!has_scheme || !is_same_secret(given.substr(scheme.size()), *token)) {
            return HttpRefusal{401,
                               "The token is missing or wrong. Send `Authorization: Bearer <token>` with the one "
                               "that `hivemind mcp --http` printed."};
        }
    }
    if (!is_plain_path(head.target)) return HttpRefusal{400, "The path is not in its plain form."};
    if (head.target.substr(0, head.target.find('?')) != endpoint_path) {
        return HttpRefusal{404, fmt::format("There is nothing here. Use {}.", endpoint_path)};
    }
    return std::nullopt;
}

}  // namespace hm::mcp
