#include "adapters/file_changes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/utf8.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 8U << 20U;

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

// Beside the file first, so that a reader sees the old text or the new one, never half of it.
Result<void> replace_file(const fs::path& path, const std::string& text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path making = fmt::format("{}.hivemind-new-{}", path.string(), getpid());
    {
        std::ofstream out(making, std::ios::binary | std::ios::trunc);
        out << text;
        out.flush();
        if (!out) return cannot_write(making);
    }
    fs::rename(making, path, error);
    if (!error) return {};
    errno = error.value();
    auto failure = cannot_write(path);
    fs::remove(making, error);
    return failure;
}

// An earlier backup is never written over: opencode.json, opencode.json.2, …
fs::path unused_name(const fs::path& path) {
    std::error_code error;
    fs::path name = path;
    for (int i = 2; fs::exists(name, error); ++i) name = fmt::format("{}.{}", path.string(), i);
    return name;
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

std::string show_change(const FileChange& change, const fs::path& root) {
    const std::string name = change.path.lexically_relative(root).generic_string();
    if (!change.before) return fmt::format("new file {} ({} bytes)\n", name, change.after.size());
    if (*change.before == change.after) return fmt::format("unchanged {}\n", name);
    // The edit is one place: what both share in front and behind is left out.
    const std::vector<std::string> before = lines_of(*change.before);
    const std::vector<std::string> after = lines_of(change.after);
    std::size_t front = 0;
    const std::size_t shortest = std::min(before.size(), after.size());
    while (front < shortest && before[front] == after[front]) ++front;
    std::size_t back = 0;
    while (back < shortest - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
    std::string text = fmt::format("change {} at line {}\n", name, front + 1);
    for (std::size_t i = front; i < before.size() - back; ++i) text += "- " + shorten(before[i], 200) + "\n";
    for (std::size_t i = front; i < after.size() - back; ++i) text += "+ " + shorten(after[i], 200) + "\n";
    return text;
}

Result<void> make_change(const FileChange& change, const fs::path& backups) {
    if (change.before == change.after) return {};
    if (change.before) HM_TRY(replace_file(unused_name(backups / change.path.filename()), *change.before));
    return replace_file(change.path, change.after);
}

}  // namespace hm
