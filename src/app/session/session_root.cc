#include "app/session/session_root.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <vector>

#include "base/digest.h"
#include "base/files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t one_day = 24L * 60 * 60;
constexpr std::time_t kept_unused = 60 * one_day;
constexpr std::size_t few = 200;  // not worth looking for old ones

// The root may hold any byte but NUL, so it comes last.
std::string to_text(const SessionRoot& began_in) {
    return fmt::format("{}\n{}", name_of(began_in.fail), began_in.root.native());
}

std::optional<SessionRoot> from_text(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const auto fail = enum_named<FailMode>(text.substr(0, end));
    fs::path root = text.substr(end + 1);
    if (!fail || !root.is_absolute()) return std::nullopt;
    return SessionRoot{std::move(root), *fail};
}

bool is_folder(const fs::path& path) {
    struct stat facts{};
    return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// Whole under another name first, so that nobody reads half of it. Empty when it could not be written.
fs::path write_beside(const fs::path& file, const SessionRoot& began_in) {
    fs::path making = file;
    making += fmt::format(".making-{}", getpid());
    const int made = open(making.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (made < 0) return {};
    const bool is_written = write_all(made, to_text(began_in));
    close(made);
    if (is_written) return making;
    unlink(making.c_str());
    return {};
}

bool make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder.parent_path().parent_path(), error);
    mkdir(folder.parent_path().c_str(), 0700);
    mkdir(folder.c_str(), 0700);
    return is_folder(folder);
}

// All but the newest, which may be as old as others by the clock's ticks.
void remove_old(const fs::path& newest) {
    const fs::path folder = newest.parent_path();
    std::vector<std::pair<std::time_t, fs::path>> records;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        records.emplace_back(0, it->path());
    }
    if (records.size() <= few) return;
    for (auto& [used_at, file] : records) {
        struct stat facts{};
        if (lstat(file.c_str(), &facts) == 0) used_at = facts.st_mtime;
    }
    std::ranges::sort(records);
    const std::time_t now = std::time(nullptr);
    std::size_t left = records.size();
    for (const auto& [used_at, file] : records) {
        if (used_at + kept_unused > now && left <= most_session_roots) return;
        if (file == newest) continue;
        unlink(file.c_str());
        --left;
    }
}

}  // namespace

fs::path SessionRoots::file_of(std::string_view client, std::string_view session) const {
    return *state_ / "sessions" / fmt::format("{}-{}", client, sha256_hex(session).substr(0, 32));
}

std::optional<SessionRoot> SessionRoots::find(std::string_view client, std::string_view session) const {
    if (!state_ || session.empty()) return std::nullopt;
    const int file = open(file_of(client, session).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return std::nullopt;
    std::array<char, 8192> text{};
    struct stat facts{};
    ssize_t size = -1;
    // A record that somebody else made says nothing about this user's sessions.
    const bool is_ours = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid();
    if (is_ours) size = read(file, text.data(), text.size());
    // So that a session in use does not count as one that ended long ago.
    if (is_ours && facts.st_mtime + one_day < std::time(nullptr)) futimens(file, nullptr);
    close(file);
    if (size <= 0) return std::nullopt;
    auto found = from_text({text.data(), static_cast<std::size_t>(size)});
    if (!found || !is_folder(found->root)) return std::nullopt;
    return found;
}

void SessionRoots::keep(std::string_view client, std::string_view session, const SessionRoot& began_in) const {
    if (!state_ || session.empty()) return;
    const fs::path file = file_of(client, session);
    if (!make_folder(file.parent_path())) return;
    const fs::path making = write_beside(file, began_in);
    if (making.empty()) return;
    // One for a root that is gone stands in the way of nothing.
    if (!find(client, session)) unlink(file.c_str());
    (void)link(making.c_str(), file.c_str());
    unlink(making.c_str());
    remove_old(file);
}

void SessionRoots::replace(std::string_view client, std::string_view session,
                           const std::optional<SessionRoot>& began_in) const {
    if (!state_ || session.empty()) return;
    const fs::path file = file_of(client, session);
    if (!began_in) {
        unlink(file.c_str());
        return;
    }
    if (!make_folder(file.parent_path())) return;
    const fs::path making = write_beside(file, *began_in);
    if (!making.empty() && std::rename(making.c_str(), file.c_str()) != 0) unlink(making.c_str());
}

}  // namespace hm
