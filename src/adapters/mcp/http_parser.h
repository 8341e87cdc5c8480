// HTTP/1.1 requests out of bytes, as they come. Pure and strict: what two readers could understand differently is
// refused, and every part has a bound. Not a general parser: only what the MCP endpoint needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/enum_names.h"

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

}  // namespace hm::mcp
