#include "store/tickets.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <vector>

#include "store/private_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t lives_for_seconds = 600;
constexpr std::size_t most_content = 16384;
constexpr std::size_t most_looked_at = 256;

fs::path directory_of(const ProjectPaths& paths) {
    return paths.directory / "tickets";
}

Result<std::string> new_name() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return fail(ErrorCode::io, "The system gives no random bytes.", "Try again.");
    }
    std::string name;
    for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
    return name;
}

bool is_name(std::string_view ticket) {
    return ticket.size() == 32 && ticket.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_old(const fs::path& file) {
    struct stat status{};
    return lstat(file.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime > lives_for_seconds;
}

void remove_old(const fs::path& directory) {
    std::error_code error;
    std::vector<fs::path> old;
    std::size_t looked_at = 0;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (++looked_at > most_looked_at) break;
        if (is_old(it->path())) old.push_back(it->path());
    }
    for (const fs::path& file : old) fs::remove(file, error);
}

}  // namespace

Result<std::string> leave_ticket(const ProjectPaths& paths, std::string_view content) {
    HM_ASSERT(content.size() <= most_content);
    const fs::path directory = directory_of(paths);
    HM_TRY(make_private_directory(directory));
    remove_old(directory);
    HM_TRY_ASSIGN(std::string name, new_name());
    const int file = ::open((directory / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const bool is_written =
        file >= 0 && write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size());
    const int reason = errno;
    if (file >= 0) ::close(file);
    if (is_written) return name;
    return fail(ErrorCode::io,
                fmt::format("Cannot leave a ticket in {}: {}.", directory.string(), std::strerror(reason)),
                "Make .hivemind writable.");
}

std::optional<std::string> take_ticket_content(const ProjectPaths& paths, std::string_view ticket) {
    if (!is_name(ticket)) return std::nullopt;
    const fs::path file = directory_of(paths) / ticket;
    if (is_old(file)) return std::nullopt;
    // Of several takers one alone can rename it.
    const fs::path taken = fmt::format("{}.taken-{}", file.string(), getpid());
    if (std::rename(file.c_str(), taken.c_str()) != 0) return std::nullopt;
    std::string content(most_content, '\0');
    const int opened = ::open(taken.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const ssize_t count = opened < 0 ? -1 : read(opened, content.data(), content.size());
    if (opened >= 0) ::close(opened);
    ::unlink(taken.c_str());
    if (count < 0) return std::nullopt;
    content.resize(static_cast<std::size_t>(count));
    return content;
}

}  // namespace hm
