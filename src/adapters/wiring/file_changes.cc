#include "adapters/wiring/file_changes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/strings.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 8U << 20U;
constexpr std::string_view unfinished_mark = ".hivemind-new-";  // with the writer's process id behind it

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::unexpected<Error> cannot_write(const fs::path& path) {
    return fail(ErrorCode::io, fmt::format("Cannot write {}: {}.", path.string(), std::strerror(errno)),
                "Make it writable and try again. Nothing was changed there.");
}

// What failed is in errno.
bool write_synced(const fs::path& path, std::string_view text, std::optional<fs::perms> permissions) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) return false;
    const bool is_written = write_all(file, text) &&
                            (!permissions || fchmod(file, static_cast<mode_t>(*permissions)) == 0) && fsync(file) == 0;
    const int reason = errno;
    ::close(file);
    errno = reason;
    return is_written;
}

// An earlier backup is never written over: opencode.json, opencode.json.2, …
fs::path unused_name(const fs::path& path) {
    std::error_code error;
    fs::path name = path;
    for (int i = 2; fs::exists(name, error); ++i) name = fmt::format("{}.{}", path.string(), i);
    return name;
}

// The file itself where its name is a link, as people have it who keep their settings elsewhere: the link stays.
fs::path behind_links(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    fs::path target = fs::canonical(path, error);
    return error ? path : target;
}

constexpr std::size_t longest_line = 600;  // a hook's whole command line fits
constexpr std::ptrdiff_t most_new_lines = 40;

// What a client is told to do is for the person to see before it is agreed to; texts of ours are not.
bool is_short_settings(const FileChange& change) {
    const std::string kind = change.path.extension().string();
    return (kind == ".json" || kind == ".toml") &&
           std::count(change.after->begin(), change.after->end(), '\n') <= most_new_lines;
}

}  // namespace

Result<std::optional<std::string>> read_whole_file(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) return std::nullopt;
    if (fs::file_size(path, error) > largest_file || error) {
        return fail(ErrorCode::io, fmt::format("{} cannot be read or is too large.", path.string()),
                    "Check that it is an ordinary file.");
    }
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return fail(ErrorCode::io, fmt::format("Cannot read {}.", path.string()), "Check its permissions.");
    return text.str();
}

Result<void> replace_file(const fs::path& path, std::string_view text, std::optional<fs::perms> permissions) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!permissions && fs::is_regular_file(path, error)) permissions = fs::status(path, error).permissions();
    const fs::path making = fmt::format("{}{}{}", path.string(), unfinished_mark, getpid());
    if (!write_synced(making, text, permissions)) {
        auto failure = cannot_write(making);
        fs::remove(making, error);
        return failure;
    }
    fs::rename(making, path, error);
    if (!error) return {};
    errno = error.value();
    auto failure = cannot_write(path);
    fs::remove(making, error);
    return failure;
}

void remove_unfinished(const fs::path& path) {
    const std::string begin = path.filename().string() + std::string(unfinished_mark);
    std::error_code error;
    std::vector<fs::path> left;
    for (fs::directory_iterator it(path.parent_path(), error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(begin)) continue;
        pid_t writer = 0;
        std::from_chars(name.data() + begin.size(), name.data() + name.size(), writer);
        if (writer > 0 && kill(writer, 0) != 0 && errno == ESRCH) left.push_back(it->path());
    }
    for (const fs::path& file : left) fs::remove(file, error);
}

std::string show_change(const FileChange& change, const fs::path& root) {
    const std::string relative = change.path.lexically_relative(root).generic_string();
    const std::string name = relative.empty() || relative.starts_with("..") ? change.path.string() : relative;
    if (change.before == change.after) return fmt::format("unchanged {}\n", name);
    if (!change.after) return fmt::format("remove {} ({} bytes)\n", name, change.before->size());
    const bool is_new = !change.before;
    if (is_new && !is_short_settings(change)) {
        return fmt::format("new file {} ({} bytes)\n", name, change.after->size());
    }
    // The edit is one place: what both share in front and behind is left out.
    const std::vector<std::string> before = lines_of(change.before.value_or(""));
    const std::vector<std::string> after = lines_of(*change.after);
    std::size_t front = 0;
    const std::size_t shortest = std::min(before.size(), after.size());
    while (front < shortest && before[front] == after[front]) ++front;
    std::size_t back = 0;
    while (back < shortest - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
    std::string text = is_new ? fmt::format("new file {} ({} bytes)\n", name, change.after->size())
                              : fmt::format("change {} at line {}\n", name, front + 1);
    for (std::size_t i = front; i < before.size() - back; ++i) text += "- " + shorten(before[i], longest_line) + "\n";
    for (std::size_t i = front; i < after.size() - back; ++i) text += "+ " + shorten(after[i], longest_line) + "\n";
    return text;
}

Result<std::optional<fs::path>> make_change(const FileChange& change, const fs::path& backups) {
    std::optional<fs::path> kept;
    if (change.before == change.after) return kept;
    if (change.before) {
        kept = unused_name(backups / change.path.filename());
        HM_TRY(replace_file(*kept, *change.before, fs::perms(0600)));
    }
    if (change.after) {
        HM_TRY(replace_file(behind_links(change.path), *change.after));
        return kept;
    }
    std::error_code error;
    fs::remove(change.path, error);
    if (!error) return kept;
    errno = error.value();
    return cannot_write(change.path);
}

}  // namespace hm
