#include "store/files/session_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <tuple>
#include <vector>

#include "base/files.h"
#include "store/files/read_files.h"
#include "store/files/whole_file.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 40;
constexpr useconds_t between_tries_us = 500;
constexpr std::size_t max_file_bytes = 16U << 20U;
constexpr std::size_t most_looked_at = 100'000;

std::unexpected<Error> cannot(std::string_view act, const fs::path& file) {
    return fail(ErrorCode::io, fmt::format("Cannot {} {}: {}.", act, file.string(), std::strerror(errno)),
                "Make .hivemind/sessions writable for you, and free some space.");
}

class OpenFile {
public:
    OpenFile(const fs::path& path, int flags) : handle_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    ~OpenFile() {
        if (handle_ >= 0) ::close(handle_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    bool is_open() const { return handle_ >= 0; }
    int handle() const { return handle_; }

    bool lock() const {
        for (int i = 0; i < most_tries; ++i) {
            if (flock(handle_, LOCK_EX | LOCK_NB) == 0) return true;
            if (errno != EWOULDBLOCK && errno != EINTR) return false;
            usleep(between_tries_us);
        }
        return false;
    }

    // Whether the name still leads to the file that was opened: a rewrite puts another in its place.
    bool is_still(const fs::path& path) const {
        struct stat opened{};
        struct stat named{};
        return fstat(handle_, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
               opened.st_dev == named.st_dev;
    }

    std::int64_t size() const {
        struct stat opened{};
        return fstat(handle_, &opened) == 0 ? opened.st_size : 0;
    }

private:
    int handle_;
};

Result<void> replace_whole(const fs::path& file, std::string_view content) {
    const fs::path making = making_name(file);
    {
        const OpenFile out(making, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
        if (!out.is_open() || !write_all(out.handle(), content)) {
            auto failure = cannot("write", making);
            ::unlink(making.c_str());
            return failure;
        }
    }
    if (::rename(making.c_str(), file.c_str()) == 0) return {};
    auto failure = cannot("replace", file);
    ::unlink(making.c_str());
    return failure;
}

// Opening the store looks at what lies in .hivemind itself; what lies deeper is looked at here.
Result<void> check_no_link_on_the_way(const fs::path& directory) {
    fs::path walked;
    bool is_inside = false;
    for (const fs::path& part : directory) {
        walked /= part;
        std::error_code error;
        if (is_inside && fs::is_symlink(fs::symlink_status(walked, error))) return refuse_link(walked);
        is_inside = is_inside || part == ".hivemind" || part == ".git";
    }
    return {};
}

Result<void> make_session_directories(const fs::path& directory) {
    std::error_code error;
    HM_TRY(check_no_link_on_the_way(directory));
    if (fs::is_directory(directory, error)) return {};
    if (directory.has_parent_path() && !fs::is_directory(directory.parent_path(), error)) {
        HM_TRY(make_session_directories(directory.parent_path()));
    }
    return make_private_directory(directory);
}

}  // namespace

SessionPlaces session_places(const ProjectPaths& paths) {
    const fs::path sessions = paths.directory / "sessions";
    return {sessions,
            sessions / "archive",
            sessions / "archive" / "splits",
            sessions / "exports",
            sessions / "manifest.json",
            paths.directory / "templates" / "session.md"};
}

Result<Appended> append_line(const fs::path& file, std::string_view line, const std::function<std::string()>& begin) {
    for (int i = 0; i < most_tries; ++i) {
        const OpenFile out(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW);
        if (!out.is_open() && errno == ENOENT && i == 0) {
            HM_TRY(make_session_directories(file.parent_path()));
            continue;
        }
        if (!out.is_open()) return cannot("open", file);
        if (!out.lock()) return fail(ErrorCode::busy, fmt::format("{} is held.", file.string()), "Nothing is lost.");
        if (!out.is_still(file)) continue;
        Appended appended;
        appended.is_new = out.size() == 0;
        std::string text = appended.is_new ? begin() : std::string();
        text += line;
        text += '\n';
        if (!write_all(out.handle(), text)) return cannot("append to", file);
        appended.bytes = out.size();
        return appended;
    }
    return fail(ErrorCode::busy, fmt::format("{} is held.", file.string()), "Nothing is lost.");
}

Result<bool> rewrite_file(const fs::path& file,
                          const std::function<std::optional<std::string>(const std::string& content)>& change) {
    for (int i = 0; i < most_tries; ++i) {
        const OpenFile held(file, O_RDONLY | O_NOFOLLOW);
        if (!held.is_open() && errno == ENOENT) return false;
        if (!held.is_open()) return cannot("open", file);
        if (!held.lock()) return fail(ErrorCode::busy, fmt::format("{} is held.", file.string()), "Try again.");
        if (!held.is_still(file)) continue;
        HM_TRY_ASSIGN(const std::optional<std::string> content, read_bounded_file(file, max_file_bytes));
        if (!content) return false;
        const std::optional<std::string> after = change(*content);
        if (after && *after != *content) HM_TRY(replace_whole(file, *after));
        return true;
    }
    return fail(ErrorCode::busy, fmt::format("{} is held.", file.string()), "Try again.");
}

Result<void> write_new_file(const fs::path& file, std::string_view content) {
    HM_TRY(make_session_directories(file.parent_path()));
    return replace_whole(file, content);
}

Result<void> replace_view(const fs::path& file, const std::function<Result<std::string>()>& make) {
    HM_TRY(make_session_directories(file.parent_path()));
    const OpenFile directory(file.parent_path(), O_RDONLY | O_DIRECTORY);
    if (!directory.is_open() || !directory.lock()) return cannot("lock", file.parent_path());
    HM_TRY_ASSIGN(const std::string content, make());
    return replace_whole(file, content);
}

Result<fs::path> move_into(const fs::path& file, const fs::path& directory) {
    HM_TRY(make_session_directories(directory));
    const fs::path target = unused_name(directory / file.filename());
    if (::rename(file.c_str(), target.c_str()) != 0) return cannot("move", file);
    return target;
}

std::size_t keep_newest(const fs::path& directory, std::size_t kept) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end && files.size() < most_looked_at;
         it.increment(error)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored)) files.emplace_back(it->last_write_time(ignored), it->path());
    }
    if (files.size() <= kept) return 0;
    std::ranges::sort(files);
    const std::size_t too_many = files.size() - kept;
    for (std::size_t i = 0; i < too_many; ++i) fs::remove(files[i].second, error);
    return too_many;
}

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t longest_file = 8U << 20U;
constexpr int most_files_a_month = 1000;
// Some gigabyte and a half. Not a person's setting: a small number would take away what was archived a moment ago.
constexpr std::size_t most_archives = 200;

fs::path folder_of(const ProjectPaths& paths) {
    return paths.store / "archive";
}

// The month's file that still has room.
fs::path file_for(const ProjectPaths& paths, const std::string& month) {
    std::error_code error;
    fs::path file = folder_of(paths) / fmt::format("events-{}.jsonl", month);
    for (int i = 2; i <= most_files_a_month; ++i) {
        const std::uintmax_t size = fs::file_size(file, error);
        if (error || size < longest_file) break;
        file = folder_of(paths) / fmt::format("events-{}-{}.jsonl", month, i);
    }
    return file;
}

Result<void> sync_file(const fs::path& file) {
    const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    const bool is_synced = handle >= 0 && fsync(handle) == 0;
    if (handle >= 0) ::close(handle);
    if (is_synced) return {};
    return fail(ErrorCode::io, fmt::format("{} cannot be written to the disk.", file.string()), "Free some space.");
}

bool names_any(std::string_view line, const std::set<Id>& ids) {
    return std::ranges::any_of(ids, [&](const Id& id) { return line.find(id.text()) != std::string_view::npos; });
}

// The text without the lines that name one of the records.
std::string without(const std::string& text, const std::set<Id>& ids, std::size_t& removed) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = std::string_view(text).substr(at, end - at);
        names_any(line, ids) ? void(++removed) : void(kept += line);
        at = end;
    }
    return kept;
}

}  // namespace

Result<void> append_to_archive(const ProjectPaths& paths, const std::vector<Event>& events) {
    std::map<std::string, std::string> by_month;
    for (const Event& event : events) {
        std::string& lines = by_month[to_iso(event.at).substr(0, 7)];
        if (!lines.empty()) lines += '\n';
        lines += to_text(encode(event));
    }
    for (const auto& [month, lines] : by_month) {
        const fs::path file = file_for(paths, month);
        HM_TRY_ASSIGN(const Appended appended, append_line(file, lines, [] { return std::string(); }));
        HM_TRY(sync_file(file));
        if (appended.is_new) keep_newest(folder_of(paths), most_archives);
    }
    return {};
}

std::size_t purge_archive(const ProjectPaths& paths, const std::set<Id>& ids) {
    std::size_t removed = 0;
    if (ids.empty()) return removed;
    std::error_code error;
    for (fs::directory_iterator it(folder_of(paths), error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".jsonl") continue;
        std::ignore = rewrite_file(it->path(),
                                   [&](const std::string& text) { return std::optional(without(text, ids, removed)); });
    }
    return removed;
}

std::int64_t read_archive_place(const ProjectPaths& paths) {
    const auto text = read_bounded_file(folder_of(paths) / "place", 64);
    return text && *text ? std::strtoll((*text)->c_str(), nullptr, 10) : 0;
}

void keep_archive_place(const ProjectPaths& paths, std::int64_t seq) {
    std::ignore = write_new_file(folder_of(paths) / "place", std::to_string(seq) + "\n");
}

}  // namespace hm
