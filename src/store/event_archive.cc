#include "store/event_archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "store/line_file.h"
#include "store/session_files.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t longest_file = 8U << 20U;
constexpr int most_files_a_month = 1000;
// Some gigabyte and a half. Not a person's setting: a small number would take away what was archived a moment ago.
constexpr std::size_t most_files = 200;

fs::path folder_of(const ProjectPaths& paths) {
    return paths.directory / "archive";
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
        if (appended.is_new) keep_newest(folder_of(paths), most_files);
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
