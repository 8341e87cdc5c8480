// HttpServer: listens on the loopback device and holds the connections. At most 256 at once: a further one is refused,
// unless one that never said anything can make room.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "adapters/http/http_connection.h"
#include "base/result.h"

namespace hm::mcp {

class HttpServer final : public HttpHandler {
public:
    using Handle = std::function<void(const std::shared_ptr<HttpConnection>&, const HttpHead&, const std::string&)>;

    HttpServer(Loop& loop, Handle handle) : loop_(loop), handle_(std::move(handle)) {}
    ~HttpServer() override;

    // Port 0 takes a free one. Without a token, everybody on this machine may ask.
    Result<void> listen(std::uint16_t port, std::optional<std::string> token);
    std::uint16_t port() const { return guard_.port; }
    // Closes everything.
    void end();

    std::optional<HttpRefusal> judge(const HttpHead& head) override { return guard_.judge(head); }
    void handle(const std::shared_ptr<HttpConnection>& connection, const HttpHead& head,
                const std::string& body) override {
        handle_(connection, head, body);
    }
    void closed(HttpConnection& connection) override;

private:
    void accept_all(int listener);
    void take(int file);
    bool make_room();
    void look_at_times();

    Loop& loop_;
    Handle handle_;
    HttpGuard guard_;
    std::vector<int> listeners_;
    std::map<HttpConnection*, std::shared_ptr<HttpConnection>> connections_;
    bool is_looking_ = false;
};

}  // namespace hm::mcp
