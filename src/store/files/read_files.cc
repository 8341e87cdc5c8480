#include "store/files/read_files.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>

#include "store/files/session_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_document = 1U << 20U;
constexpr std::int64_t longest_read_list = 64 * 1024;
constexpr std::size_t longest_read_path = 500;
constexpr std::size_t most_paths = 200;
constexpr std::size_t most_sessions = 200;

fs::path file_of(const ProjectPaths& paths, const Id& session_id) {
    return paths.directory / "seen" / "read" / session_id.text();
}

// "<time> <lines> <hash> <path>"
std::string to_line(std::string_view path, const ReadFile& read) {
    return fmt::format("{} {} {} {}", read.at.ms, read.lines, read.hash, path);
}

void for_each_look(std::string_view text,
                   const std::function<void(std::string_view path, const ReadFile& read)>& visit) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ReadFile read;
        const auto number = [&](std::int64_t& into) {
            const auto parsed = std::from_chars(line.data(), line.data() + line.size(), into);
            line.remove_prefix(static_cast<std::size_t>(parsed.ptr - line.data()));
            if (parsed.ec != std::errc() || !line.starts_with(' ')) return false;
            line.remove_prefix(1);
            return true;
        };
        if (!number(read.at.ms) || !number(read.lines)) continue;
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos) continue;
        read.hash = line.substr(0, blank);
        visit(line.substr(blank + 1), read);
    }
}

// The last look at each file, the newest files first.
std::string without_older_looks(std::string_view text) {
    std::map<std::string, ReadFile, std::less<>> last;
    for_each_look(text, [&](std::string_view path, const ReadFile& read) { last[std::string(path)] = read; });
    std::multimap<std::int64_t, std::string, std::greater<>> by_time;
    for (const auto& [path, read] : last) by_time.emplace(read.at.ms, to_line(path, read));
    std::string kept;
    std::size_t count = 0;
    for (const auto& [at, line] : by_time) {
        if (++count <= most_paths) kept += line + "\n";
    }
    return kept;
}

}  // namespace

Result<void> keep_read(const ProjectPaths& paths, const Id& session_id, std::string_view path, const ReadFile& read) {
    if (path.empty() || path.size() > longest_read_path || path.find('\n') != std::string_view::npos) return {};
    const fs::path file = file_of(paths, session_id);
    HM_TRY_ASSIGN(const Appended appended, append_line(file, to_line(path, read), [] { return std::string(); }));
    if (appended.is_new) keep_newest(file.parent_path(), most_sessions);
    if (appended.bytes > longest_read_list) {
        HM_TRY(rewrite_file(file, [](const std::string& text) { return std::optional(without_older_looks(text)); }));
    }
    return {};
}

std::optional<ReadFile> last_read(const ProjectPaths& paths, const Id& session_id, std::string_view path) {
    const auto text = read_bounded_file(file_of(paths, session_id), 4 * longest_read_list);
    if (!text || !*text) return std::nullopt;
    std::optional<ReadFile> last;
    for_each_look(**text, [&](std::string_view looked, const ReadFile& read) {
        if (looked == path) last = read;
    });
    return last;
}

std::optional<std::string> read_document(const ProjectPaths& paths, std::string_view path) {
    const fs::path file = paths.root / path;
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
    auto text = read_bounded_file(file, longest_document);
    return text ? std::move(*text) : std::nullopt;
}

namespace {

namespace fs = std::filesystem;

std::unexpected<Error> cannot_read(const fs::path& file) {
    return fail(ErrorCode::io, fmt::format("Cannot read {}: {}.", file.string(), std::strerror(errno)),
                "Make it readable and try again.");
}

class LineSplitter {
public:
    explicit LineSplitter(const std::function<Result<void>(std::string_view, bool)>& visit) : visit_(visit) {}

    Result<void> add(std::string_view piece) {
        while (!piece.empty()) {
            const std::size_t end = piece.find('\n');
            keep(piece.substr(0, end));
            if (end == std::string_view::npos) return {};
            HM_TRY(give(true));
            piece.remove_prefix(end + 1);
        }
        return {};
    }

    Result<void> finish() { return line_.empty() ? Result<void>() : give(false); }

private:
    void keep(std::string_view part) {
        const std::size_t room = max_line_bytes - line_.size();
        is_cut_ = is_cut_ || part.size() > room;
        line_ += part.substr(0, room);
    }

    Result<void> give(bool has_end) {
        const bool is_whole = has_end && !is_cut_;
        HM_TRY(visit_(line_, is_whole));
        line_.clear();
        is_cut_ = false;
        return {};
    }

    const std::function<Result<void>(std::string_view, bool)>& visit_;
    std::string line_;
    bool is_cut_ = false;
};

}  // namespace

Result<bool> for_each_line(const fs::path& file,
                           const std::function<Result<void>(std::string_view line, bool is_whole)>& visit) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    std::ifstream in(file, std::ios::binary);
    if (!in) return cannot_read(file);
    LineSplitter splitter(visit);
    std::array<char, 64 * 1024> piece{};
    while (in) {
        in.read(piece.data(), piece.size());
        HM_TRY(splitter.add({piece.data(), static_cast<std::size_t>(in.gcount())}));
    }
    if (in.bad()) return cannot_read(file);
    HM_TRY(splitter.finish());
    return true;
}

Result<std::optional<std::string>> read_bounded_file(const fs::path& file, std::size_t max_bytes) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    if (fs::file_size(file, error) > max_bytes) {
        return fail(ErrorCode::invalid_input, fmt::format("{} has more than {} bytes.", file.string(), max_bytes),
                    "Split it, or leave it out.");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) return cannot_read(file);
    // In blocks: letter by letter takes longer than all that is done with the text.
    std::string text;
    constexpr std::size_t block = 64 * 1024;
    while (in && text.size() <= max_bytes) {
        const std::size_t before = text.size();
        text.resize(before + block);
        in.read(text.data() + before, static_cast<std::streamsize>(block));
        text.resize(before + static_cast<std::size_t>(in.gcount()));
    }
    return text;
}

std::string first_bytes(const fs::path& file, std::size_t limit) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    std::ifstream in(file, std::ios::binary);
    std::string text(limit, '\0');
    in.read(text.data(), static_cast<std::streamsize>(limit));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

}  // namespace hm
