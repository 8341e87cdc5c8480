#include "stress/http_peer.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>

#include "base/deadline.h"

namespace hm::testing {

std::string HttpAnswer::header(std::string_view name) const {
    const std::size_t found = head.find(std::string("\r\n") + std::string(name) + ": ");
    if (found == std::string::npos) return {};
    const std::size_t begin = found + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
}

json::object HttpAnswer::json() const {
    const auto value = parse_json(body);
    return value && value->is_object() ? value->get_object() : json::object{};
}

HttpPeer::HttpPeer(std::uint16_t port) {
    file_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) close();
}

HttpPeer::~HttpPeer() {
    close();
}

void HttpPeer::close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

bool HttpPeer::send(std::string_view text) {
    const Deadline deadline = Deadline::in(seconds(10));
    while (!text.empty()) {
        pollfd polled{file_, POLLOUT, 0};
        if (poll(&polled, 1, static_cast<int>(deadline.left().ms)) <= 0) return false;
        const ssize_t count = ::send(file_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool HttpPeer::read_more(Duration limit) {
    pollfd polled{file_, POLLIN, 0};
    if (poll(&polled, 1, static_cast<int>(limit.ms)) <= 0) return false;
    std::array<char, 65536> piece{};
    const ssize_t count = recv(file_, piece.data(), piece.size(), 0);
    if (count <= 0) return false;
    read_.append(piece.data(), static_cast<std::size_t>(count));
    return true;
}

std::string HttpPeer::until(std::string_view text, Duration limit) {
    const Deadline deadline = Deadline::in(limit);
    while (true) {
        if (const std::size_t found = read_.find(text); found != std::string::npos) {
            std::string all = read_.substr(0, found + text.size());
            read_.erase(0, found + text.size());
            return all;
        }
        if (deadline.has_passed() || !read_more(deadline.left())) return {};
    }
}

HttpAnswer HttpPeer::head(Duration limit) {
    HttpAnswer answer;
    answer.head = until("\r\n\r\n", limit);
    if (answer.head.size() > 12) std::from_chars(answer.head.data() + 9, answer.head.data() + 12, answer.status);
    return answer;
}

HttpAnswer HttpPeer::answer(Duration limit) {
    const Deadline deadline = Deadline::in(limit);
    HttpAnswer answer = head(limit);
    if (answer.header("Transfer-Encoding") == "chunked") {
        answer.body = until("0\r\n\r\n", deadline.left());
        return answer;
    }
    std::size_t length = 0;
    const std::string given = answer.header("Content-Length");
    std::from_chars(given.data(), given.data() + given.size(), length);
    while (read_.size() < length && read_more(deadline.left())) {
    }
    answer.body = read_.substr(0, length);
    read_.erase(0, answer.body.size());
    return answer;
}

bool HttpPeer::is_closed_within(Duration limit) {
    const Deadline deadline = Deadline::in(limit);
    while (!deadline.has_passed()) {
        pollfd polled{file_, POLLIN, 0};
        if (poll(&polled, 1, static_cast<int>(deadline.left().ms)) <= 0) return false;
        std::array<char, 65536> piece{};
        if (recv(file_, piece.data(), piece.size(), 0) <= 0) return true;
    }
    return false;
}

}  // namespace hm::testing
