// HttpGuard: whom the HTTP server speaks with. Pure. It judges the head of a request before anything of its body is
// read: the name it was asked under (against DNS rebinding), the page it came from, the token, then the path. Every
// path is guarded, so no spelling of one goes around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/mcp/http_parser.h"

namespace hm::mcp {

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

}  // namespace hm::mcp
