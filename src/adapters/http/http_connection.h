// HTTP/1.1 requests out of bytes, as they come. Pure and strict: what two readers could understand differently is
// refused, and every part has a bound. Not a general parser: only what the MCP endpoint needs.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/http/loop.h"
#include "base/fields.h"

namespace hm::mcp {

inline constexpr std::size_t longest_head = 16U * 1024U;
inline constexpr std::size_t longest_target = 2048;
inline constexpr std::size_t most_headers = 64;
inline constexpr std::size_t longest_body = 4U << 20U;

struct HttpHead {
    std::string method;
    std::string target;
    std::vector<std::pair<std::string, std::string>> headers;  // names in small letters
    std::size_t content_length = 0;
    bool is_chunked = false;
    bool wants_close = false;
    bool expects_continue = false;

    // The header's value, or "".
    std::string_view header(std::string_view name) const;
    bool has(std::string_view name) const;
};

HM_ENUM(HttpProgress, more, head, whole, refused)

class HttpParser {
public:
    // Takes bytes from the front of `input` as far as they help. `head` is told once, when the head is whole and before
    // anything of the body is taken; `whole` leaves what follows the request in `input`.
    HttpProgress advance(std::string& input);

    const HttpHead& head() const { return head_; }
    const std::string& body() const { return body_; }
    // The status to refuse with. REQUIRES: advance said `refused`.
    int status() const { return status_; }
    // True when nothing of a request has come yet.
    bool is_idle() const { return stage_ == Stage::head && !has_begun_; }
    void start_over() { *this = HttpParser(); }

private:
    enum class Stage { head, body, chunk_size, chunk, chunk_end, trailer, whole, refused };

    HttpProgress refuse(int status);
    HttpProgress read_head(std::string& input);
    int understand_head(std::string_view text);
    int understand_request_line(std::string_view line);
    int understand_header(std::string_view line);
    int understand_lengths();
    // The next line of a chunked body without its end; nothing when it is not whole yet.
    std::optional<std::string> take_line(std::string& input);
    HttpProgress read_body(std::string& input);
    HttpProgress read_chunk_size(std::string& input);

    Stage stage_ = Stage::head;
    bool has_begun_ = false;
    HttpHead head_;
    std::string body_;
    std::size_t wanted_ = 0;  // bytes of the body or the chunk that are still to come
    std::size_t overhead_ = 0;
    int status_ = 0;
};

std::string_view reason_of(int status);

// HttpGuard: whom the HTTP server speaks with. Pure. It judges the head of a request before anything of its body is
// read: the name it was asked under (against DNS rebinding), the page it came from, the token, then the path. Every
// path is guarded, so no spelling of one goes around it.

inline constexpr std::string_view endpoint_path = "/mcp";

struct HttpRefusal {
    int status = 400;
    std::string why;
};

struct HttpGuard {
    std::uint16_t port = 0;
    std::optional<std::string> token;  // without one, everybody on this machine may ask

    std::optional<HttpRefusal> judge(const HttpHead& head) const;
};

// True in the same time wherever two texts of one length differ.
bool is_same_secret(std::string_view given, std::string_view expected);

// HttpConnection: one connection of an HTTP client: requests in, one after the other, answers out, whole or as a stream
// of events. Every stage has a deadline and every buffer a bound; nothing here waits. What a request means is the
// handler's concern.

class HttpConnection;

class HttpHandler {
public:
    virtual ~HttpHandler() = default;
    // Before anything of the body is read.
    virtual std::optional<HttpRefusal> judge(const HttpHead& head) = 0;
    // Answers now or later through the connection.
    virtual void handle(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                        const std::string& body) = 0;
    virtual void closed(HttpConnection& connection) = 0;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
    using Steady = std::chrono::steady_clock;

    HttpConnection(int file, Loop& loop, HttpHandler& handler) : file_(file), loop_(loop), handler_(handler) {}
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    void start();
    bool is_open() const { return state_ != State::closed; }
    // Being refused or closed; it takes no place of others.
    bool is_leaving() const { return state_ == State::leaving || state_ == State::closed; }
    // True when it has never said anything for that long.
    bool is_silent(Duration at_least) const;

    // A whole answer. `more_headers` are lines with their ends.
    void respond(int status, std::string_view type, std::string_view body, std::string_view more_headers = {});
    // The same, and nothing more is read: what still comes is let go for a while, so that the client can read why.
    void refuse(const HttpRefusal& refusal);

    // An answer in pieces.
    void begin_events(std::string_view more_headers);
    void send_events(std::string_view text);
    void end_events();
    // Called when the connection goes while its answer is still under way.
    void when_cut(std::function<void()> act) { when_cut_ = std::move(act); }

    // Looks at the deadlines.
    void look_at_time();
    void close();

private:
    enum class State { reading, serving, events, leaving, closed };

    void ready(short events);
    void read_some();
    void take_requests();
    void answered();
    void leave();
    void put(std::string_view text);
    void flush();
    void ask_for_events();
    void set_deadline(Duration duration);

    int file_;
    Loop& loop_;
    HttpHandler& handler_;
    State state_ = State::reading;
    HttpParser parser_;
    std::string input_;
    std::string output_;
    std::size_t sent_ = 0;  // of the output
    bool wants_close_ = false;
    bool has_spoken_ = false;
    bool has_half_closed_ = false;
    bool is_taking_ = false;
    bool is_shut_ = false;
    std::function<void()> when_cut_;
    Steady::time_point accepted_at_ = Steady::now();
    Steady::time_point deadline_ = Steady::time_point::max();
    Steady::time_point wrote_at_ = Steady::now();
};

}  // namespace hm::mcp
