// conformance_server PORT: our HTTP server with the fixtures of the public conformance suite, without a token, until it
// is stopped. For tests only.
#include <fmt/format.h>
#include <poll.h>

#include <charconv>
#include <cstring>

#include "adapters/cli/confirm.h"
#include "adapters/http/http_server.h"
#include "adapters/mcp/http_endpoint.h"
#include "conformance/fixtures.h"

int main(int count, char** values) {
    namespace cli = hm::cli;
    namespace mcp = hm::mcp;
    std::uint16_t port = 0;
    const char* given = count == 2 ? values[1] : "";
    const auto [end, failure] = std::from_chars(given, given + std::strlen(given), port);
    if (failure != std::errc() || *end != '\0') {
        fmt::print(stderr, "Usage: conformance_server PORT\n");
        return 2;
    }
    mcp::Fixtures fixtures;
    mcp::Loop loop;
    cli::StopSignals signals;
    mcp::Watcher watcher(fixtures, loop);
    mcp::HttpEndpoint endpoint(fixtures, watcher, loop);
    mcp::HttpServer server(loop, [&](const auto& connection, const auto& head, const auto& body) {
        endpoint.handle(connection, head, body);
    });
    if (const auto listening = server.listen(port, std::nullopt); !listening) {
        fmt::print(stderr, "{} {}\n", listening.error().what, listening.error().remedy);
        return 1;
    }
    fmt::print("Listening on http://127.0.0.1:{}{}\n", server.port(), mcp::endpoint_path);
    std::fflush(stdout);
    loop.watch(signals.file(), POLLIN, [&](short) { loop.stop(); });
    loop.run();
    endpoint.end();
    server.end();
    return 0;
}
