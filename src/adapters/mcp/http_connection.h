// HttpConnection: one connection of an HTTP client: requests in, one after the other, answers out, whole or as a stream
// of events. Every stage has a deadline and every buffer a bound; nothing here waits. What a request means is the
// handler's concern.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "adapters/mcp/http_guard.h"
#include "adapters/mcp/http_parser.h"
#include "adapters/mcp/loop.h"

namespace hm::mcp {

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
