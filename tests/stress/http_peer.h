// HttpPeer: one raw connection to an HTTP server on this machine: any bytes out, answers in. Every wait has a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/time.h"

namespace hm::testing {

struct HttpAnswer {
    int status = 0;  // 0 when the connection ended or nothing came in time
    std::string head;
    std::string body;

    std::string header(std::string_view name) const;
    json::object json() const;
};

class HttpPeer {
public:
    explicit HttpPeer(std::uint16_t port);
    ~HttpPeer();
    HttpPeer(HttpPeer&& other) noexcept : file_(std::exchange(other.file_, -1)), read_(std::move(other.read_)) {}
    HttpPeer(const HttpPeer&) = delete;
    HttpPeer& operator=(const HttpPeer&) = delete;

    bool is_connected() const { return file_ >= 0; }
    // False when the server takes no more; waits at most ten seconds for it.
    bool send(std::string_view text);
    // A whole answer; of a stream of events, everything until it ends.
    HttpAnswer answer(Duration limit = seconds(60));
    // The head of an answer alone; its body is read with until().
    HttpAnswer head(Duration limit = seconds(60));
    // Reads until the text came; everything up to it. Empty when it did not come.
    std::string until(std::string_view text, Duration limit = seconds(60));
    // True when the server has closed; waits for it.
    bool is_closed_within(Duration limit);
    void close();

private:
    // False when nothing came.
    bool read_more(Duration limit);

    int file_ = -1;
    std::string read_;
};

}  // namespace hm::testing
