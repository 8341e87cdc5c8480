#include "adapters/http/secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace hm::mcp {
namespace {

constexpr std::size_t token_bytes = 32;

bool is_secret_token(std::string_view text) {
    return text.size() == 2 * token_bytes && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Nothing when there is none that may be used.
std::optional<std::string> read_token(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return std::nullopt;
    struct stat facts{};
    std::array<char, 2 * token_bytes + 2> text{};
    const bool is_ours =
        fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() && (facts.st_mode & 0077U) == 0;
    const ssize_t count = is_ours ? read(file, text.data(), text.size()) : -1;
    close(file);
    std::string token(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    if (token.ends_with('\n')) token.pop_back();
    return is_secret_token(token) ? std::optional(token) : std::nullopt;
}

}  // namespace

std::string random_hex(std::size_t bytes) {
    std::string random(bytes, '\0');
    std::size_t got = 0;
    while (got < bytes) {
        const ssize_t count = getrandom(random.data() + got, bytes - got, 0);
        if (count > 0) got += static_cast<std::size_t>(count);
    }
    std::string text;
    for (const char c : random) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

Result<std::string> project_token(const std::filesystem::path& path) {
    if (auto known = read_token(path)) return std::move(*known);
    const std::string token = random_hex(token_bytes);
    const std::filesystem::path making = fmt::format("{}.{}", path.string(), random_hex(4));
    const int file = open(making.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const std::string line = token + "\n";
    const bool is_written = file >= 0 && write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int reason = errno;
    if (file >= 0) close(file);
    bool is_placed = is_written && link(making.c_str(), path.c_str()) == 0;
    std::optional<std::string> others;
    if (is_written && !is_placed) {
        // Another process was first, or what is there may not be used.
        others = read_token(path);
        if (!others) is_placed = rename(making.c_str(), path.c_str()) == 0;
    }
    unlink(making.c_str());
    if (others) return std::move(*others);
    if (is_placed) return token;
    return fail(ErrorCode::io, fmt::format("Cannot keep the token in {}: {}.", path.string(), std::strerror(reason)),
                "Make the directory writable and try again.");
}

}  // namespace hm::mcp
