#include <algorithm>
#include <array>
#include <charconv>

#include "adapters/http/http_connection.h"
#include "base/strings.h"

namespace hm::mcp {
namespace {

constexpr std::size_t longest_chunk_line = 256;
constexpr std::size_t most_overhead = 64U * 1024U;  // of all lines between chunks

// A second one would leave open which of them counts.
constexpr std::array<std::string_view, 10> only_once{
    "host",         "origin",         "authorization",        "content-length", "transfer-encoding",
    "content-type", "mcp-session-id", "mcp-protocol-version", "last-event-id",  "expect"};

bool is_token_character(char c) {
    const auto u = static_cast<unsigned char>(c);
    const bool is_letter_or_digit = (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z');
    return is_letter_or_digit || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return small;
}

bool is_value_character(char c) {
    const auto u = static_cast<unsigned char>(c);
    return c == '\t' || (u >= 0x20 && u != 0x7f);
}

bool is_target_character(char c) {
    const auto u = static_cast<unsigned char>(c);
    return u > 0x20 && u < 0x7f;
}

std::optional<std::size_t> number(std::string_view text, int base) {
    if (text.empty() || text.size() > 16) return std::nullopt;
    std::size_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::string_view HttpHead::header(std::string_view name) const {
    for (const auto& [known, value] : headers) {
        if (known == name) return value;
    }
    return {};
}

bool HttpHead::has(std::string_view name) const {
    return std::any_of(headers.begin(), headers.end(), [&](const auto& each) { return each.first == name; });
}

HttpProgress HttpParser::advance(std::string& input) {
    while (true) {
        if (stage_ == Stage::whole) return HttpProgress::whole;
        if (stage_ == Stage::refused) return HttpProgress::refused;
        const std::size_t before = input.size();
        const Stage stage_before = stage_;
        const bool is_data = stage_ == Stage::body || stage_ == Stage::chunk;
        const HttpProgress progress = stage_ == Stage::head ? read_head(input)
                                      : is_data             ? read_body(input)
                                                            : read_chunk_size(input);
        if (progress != HttpProgress::more) return progress;
        // Nothing more can be made of what is there.
        if (stage_before == stage_ && before == input.size()) return HttpProgress::more;
    }
}

HttpProgress HttpParser::refuse(int status) {
    stage_ = Stage::refused;
    status_ = status;
    return HttpProgress::refused;
}

HttpProgress HttpParser::read_head(std::string& input) {
    // Empty lines in front of a request are let through, as the standard asks.
    while (!has_begun_ && input.starts_with("\r\n")) input.erase(0, 2);
    has_begun_ = has_begun_ || !input.empty();
    const std::size_t end = input.find("\r\n\r\n");
    const std::size_t known = std::min(end, input.size());
    const std::size_t line_end = input.find("\r\n");
    if (std::min(line_end, input.size()) > longest_target + 64) return refuse(414);
    if (known > longest_head) return refuse(431);
    if (end == std::string::npos) return HttpProgress::more;
    if (const int status = understand_head(std::string_view(input).substr(0, end)); status != 0) return refuse(status);
    input.erase(0, end + 4);
    wanted_ = head_.content_length;
    stage_ = head_.is_chunked ? Stage::chunk_size : Stage::body;
    return HttpProgress::head;
}

int HttpParser::understand_head(std::string_view text) {
    bool is_first = true;
    while (!text.empty() || is_first) {
        const std::size_t end = text.find("\r\n");
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
        const int status = is_first ? understand_request_line(line) : understand_header(line);
        if (status != 0) return status;
        is_first = false;
    }
    return understand_lengths();
}

int HttpParser::understand_request_line(std::string_view line) {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) return 400;
    head_.method = line.substr(0, first);
    head_.target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (!is_token(head_.method) || head_.method.size() > 20) return 400;
    if (head_.target.size() > longest_target) return 414;
    if (!std::all_of(head_.target.begin(), head_.target.end(), is_target_character)) return 400;
    if (version == "HTTP/1.1") return 0;
    return version.starts_with("HTTP/") ? 505 : 400;
}

int HttpParser::understand_header(std::string_view line) {
    if (head_.headers.size() >= most_headers) return 431;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return 400;
    std::string name = in_small_letters(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1), " \t");
    // A folded line begins with a blank, which is no letter of a name.
    if (!is_token(name) || !std::all_of(value.begin(), value.end(), is_value_character)) return 400;
    const bool is_single = std::find(only_once.begin(), only_once.end(), name) != only_once.end();
    if (is_single && head_.has(name)) return 400;
    for (auto& [known, earlier] : head_.headers) {
        if (known != name) continue;
        earlier += ", ";
        earlier += value;
        return 0;
    }
    head_.headers.emplace_back(std::move(name), value);
    return 0;
}

int HttpParser::understand_lengths() {
    if (!head_.has("host")) return 400;
    head_.wants_close = in_small_letters(head_.header("connection")).find("close") != std::string::npos;
    head_.expects_continue = in_small_letters(head_.header("expect")) == "100-continue";
    if (head_.has("expect") && !head_.expects_continue) return 417;
    if (head_.has("transfer-encoding")) {
        if (head_.has("content-length")) return 400;
        if (in_small_letters(head_.header("transfer-encoding")) != "chunked") return 501;
        head_.is_chunked = true;
    }
    if (head_.has("content-length")) {
        const std::string_view text = head_.header("content-length");
        const bool is_digits =
            !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!is_digits) return 400;
        const auto length = number(text, 10);
        if (!length || *length > longest_body) return 413;
        head_.content_length = *length;
    }
    return 0;
}

HttpProgress HttpParser::read_body(std::string& input) {
    const std::size_t count = std::min(wanted_, input.size());
    body_.append(input, 0, count);
    input.erase(0, count);
    wanted_ -= count;
    if (wanted_ > 0) return HttpProgress::more;
    if (stage_ == Stage::chunk) {
        stage_ = Stage::chunk_end;
        return HttpProgress::more;
    }
    stage_ = Stage::whole;
    return HttpProgress::whole;
}

std::optional<std::string> HttpParser::take_line(std::string& input) {
    const std::size_t end = input.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = input.substr(0, end + 1);
    input.erase(0, end + 1);
    overhead_ += line.size();
    return line;
}

HttpProgress HttpParser::read_chunk_size(std::string& input) {
    const auto taken = take_line(input);
    if (!taken) return input.size() > longest_chunk_line ? refuse(400) : HttpProgress::more;
    if (taken->size() > longest_chunk_line || overhead_ > most_overhead || !taken->ends_with("\r\n"))
        return refuse(400);
    const std::string_view line = std::string_view(*taken).substr(0, taken->size() - 2);
    if (stage_ == Stage::chunk_end) {
        if (!line.empty()) return refuse(400);
        stage_ = Stage::chunk_size;
        return HttpProgress::more;
    }
    if (stage_ == Stage::trailer) {
        // What a trailer says is let go.
        if (!line.empty()) return HttpProgress::more;
        stage_ = Stage::whole;
        return HttpProgress::whole;
    }
    const auto size = number(line.substr(0, line.find(';')), 16);
    if (!size) return refuse(400);
    if (*size > longest_body - body_.size()) return refuse(413);
    wanted_ = *size;
    stage_ = *size == 0 ? Stage::trailer : Stage::chunk;
    return HttpProgress::more;
}

std::string_view reason_of(int status) {
    struct Reason {
        int status;
        std::string_view words;
    };
    constexpr std::array<Reason, 20> reasons{{
        {100, "Continue"},
        {200, "OK"},
        {202, "Accepted"},
        {204, "No Content"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    }};
    for (const Reason& reason : reasons) {
        if (reason.status == status) return reason.words;
    }
    return "Error";
}

}  // namespace hm::mcp
