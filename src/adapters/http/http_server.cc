#include "adapters/http/http_server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hm::mcp {
namespace {

constexpr std::size_t most_connections = 256;
constexpr std::size_t most_leaving = 64;
constexpr Duration silence_that_makes_room = seconds(2);
constexpr Duration between_looks = milliseconds(250);
constexpr Duration without_files = milliseconds(200);

// The listening socket, or -1 with the reason in errno. `address` gets the port that was taken.
template <class Address>
int listen_on(Address& address) {
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const int file = socket(any->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0) return -1;
    const int yes = 1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (any->sa_family == AF_INET6) setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    socklen_t length = sizeof address;
    if (bind(file, any, length) == 0 && ::listen(file, 512) == 0 && getsockname(file, any, &length) == 0) return file;
    const int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

}  // namespace

HttpServer::~HttpServer() {
    end();
}

Result<void> HttpServer::listen(std::uint16_t port, std::optional<std::string> token) {
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int first = listen_on(four);
    if (first < 0) {
        return fail(ErrorCode::io, fmt::format("Cannot listen on port {}: {}.", port, std::strerror(errno)),
                    "Choose another port, or none: then a free one is taken.");
    }
    listeners_.push_back(first);
    guard_ = {ntohs(four.sin_port), std::move(token)};
    // `localhost` may mean the other family; a machine without it does without.
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = four.sin_port;
    six.sin6_addr = in6addr_loopback;
    if (const int second = listen_on(six); second >= 0) listeners_.push_back(second);
    for (const int listener : listeners_) {
        loop_.watch(listener, POLLIN, [this, listener](short) { accept_all(listener); });
    }
    return {};
}

void HttpServer::accept_all(int listener) {
    while (true) {
        const int file = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (file >= 0) {
            take(file);
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            // It would be told again and again; others need the time.
            loop_.change(listener, 0);
            loop_.after(without_files, [this, listener] { loop_.change(listener, POLLIN); });
        }
        return;
    }
}

void HttpServer::take(int file) {
    const auto is_leaving = [](const auto& each) { return each.second->is_leaving(); };
    const auto leaving = static_cast<std::size_t>(std::count_if(connections_.begin(), connections_.end(), is_leaving));
    const bool is_full = connections_.size() - leaving >= most_connections && !make_room();
    const auto connection = std::make_shared<HttpConnection>(file, loop_, *this);
    if (is_full && leaving >= most_leaving) return;  // closes it
    connections_[connection.get()] = connection;
    connection->start();
    if (is_full) connection->refuse({503, fmt::format("{} clients are connected. Try again later.", most_connections)});
    look_at_times();
}

bool HttpServer::make_room() {
    for (const auto& [key, connection] : connections_) {
        if (!connection->is_silent(silence_that_makes_room)) continue;
        const std::shared_ptr<HttpConnection> held = connection;
        held->close();
        return true;
    }
    return false;
}

void HttpServer::closed(HttpConnection& connection) {
    connections_.erase(&connection);
}

void HttpServer::look_at_times() {
    if (is_looking_ || connections_.empty()) return;
    is_looking_ = true;
    loop_.after(between_looks, [this] {
        is_looking_ = false;
        std::vector<std::shared_ptr<HttpConnection>> all;
        for (const auto& [key, connection] : connections_) all.push_back(connection);
        for (const auto& connection : all) connection->look_at_time();
        look_at_times();
    });
}

void HttpServer::end() {
    for (const int listener : listeners_) {
        loop_.forget(listener);
        close(listener);
    }
    listeners_.clear();
    while (!connections_.empty()) {
        const std::shared_ptr<HttpConnection> connection = connections_.begin()->second;
        connection->close();
    }
}

}  // namespace hm::mcp
