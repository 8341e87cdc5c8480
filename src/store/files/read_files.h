// What each session last saw of the documents it read or wrote: hash, lines and time, a line for each look, in a small
// file for each session under .hivemind/seen/read. A cache: losing it means that a file is read once more. Bounded in
// lines and in files.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "store/files/locate.h"

namespace hm {

struct ReadFile {
    std::string hash;
    std::int64_t lines = 0;
    Time at;
};

// `path` is relative to the project.
Result<void> keep_read(const ProjectPaths& paths, const Id& session_id, std::string_view path, const ReadFile& read);

// Nothing when the session never saw it.
std::optional<ReadFile> last_read(const ProjectPaths& paths, const Id& session_id, std::string_view path);

// A document as it is now; nothing when there is none, or when it is none: a folder, a link, or too long to be read.
std::optional<std::string> read_document(const ProjectPaths& paths, std::string_view path);

// A text file read line by line, so that it need not fit into memory. Reads only; the file may be anybody's.

// Longer lines are handed over cut, so that no file can fill the memory.
inline constexpr std::size_t max_line_bytes = 8U << 20U;

// Calls visit(line, is_whole) for every line without its end; the last one is not whole when the file ends inside it,
// and a line that was cut is not either. Answers false when there is no such file.
Result<bool> for_each_line(const std::filesystem::path& file,
                           const std::function<Result<void>(std::string_view line, bool is_whole)>& visit);

// The whole file; nothing when there is none. One that is longer than `max_bytes` is refused.
Result<std::optional<std::string>> read_bounded_file(const std::filesystem::path& file, std::size_t max_bytes);

// Its first bytes, at most `limit`; empty when there is none.
std::string first_bytes(const std::filesystem::path& file, std::size_t limit);

}  // namespace hm
