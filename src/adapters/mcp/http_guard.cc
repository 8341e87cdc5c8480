#include "adapters/mcp/http_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hm::mcp {
namespace {

constexpr std::array<std::string_view, 3> own_names{"localhost", "127.0.0.1", "[::1]"};

bool is_same_name(std::string_view given, std::string_view name) {
    return std::equal(given.begin(), given.end(), name.begin(), name.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

// "localhost:7000" with our port; without one it would be port 80.
bool is_own_host(std::string_view host, std::uint16_t port) {
    const std::string end = fmt::format(":{}", port);
    if (!host.ends_with(end) && port != 80) return false;
    if (host.ends_with(end)) host.remove_suffix(end.size());
    return std::any_of(own_names.begin(), own_names.end(), [&](std::string_view n) { return is_same_name(host, n); });
}

bool is_own_origin(std::string_view origin, std::uint16_t port) {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size()), port);
}

// Nothing that another reader could take for another path: no escapes, no dots, no doubled slashes.
bool is_plain_path(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    return path.starts_with('/') && path.find('%') == std::string_view::npos &&
           path.find('\\') == std::string_view::npos && path.find("//") == std::string_view::npos &&
           path.find("/.") == std::string_view::npos && path.find(';') == std::string_view::npos &&
           path.find('#') == std::string_view::npos;
}

}  // namespace

bool is_same_secret(std::string_view given, std::string_view expected) {
    if (given.size() != expected.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference |=
            static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i]));
        // Keeps the compiler from ending the loop early.
        asm volatile("" : "+r"(difference));
    }
    return difference == 0;
}

std::optional<HttpRefusal> HttpGuard::judge(const HttpHead& head) const {
    if (!is_own_host(head.header("host"), port)) {
        return HttpRefusal{403, "This server answers only under the names of this machine's loopback device."};
    }
    if (head.has("origin") && !is_own_origin(head.header("origin"), port)) {
        return HttpRefusal{403, "This server does not answer pages of others."};
    }
    if (token) {
        constexpr std::string_view scheme = "bearer ";
        const std::string_view given = head.header("authorization");
        const bool has_scheme = given.size() > scheme.size() && is_same_name(given.substr(0, scheme.size()), scheme);
        if (!has_scheme || !is_same_secret(given.substr(scheme.size()), *token)) {
            return HttpRefusal{401,
                               "The token is missing or wrong. Send `Authorization: Bearer <token>` with the one "
                               "that `hivemind mcp --http` printed."};
        }
    }
    if (!is_plain_path(head.target)) return HttpRefusal{400, "The path is not in its plain form."};
    if (head.target.substr(0, head.target.find('?')) != endpoint_path) {
        return HttpRefusal{404, fmt::format("There is nothing here. Use {}.", endpoint_path)};
    }
    return std::nullopt;
}

}  // namespace hm::mcp
