// Changes to files that are not ours, worked out before any is made: shown to the person, confirmed, then
// written whole or not at all, with a copy of what was there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace hm {

struct FileChange {
    std::filesystem::path path;
    std::optional<std::string> before;  // nothing when the file is new
    std::string after;
};

// What is in the file now; nothing when there is no such file.
Result<std::optional<std::string>> read_whole_file(const std::filesystem::path& path);

// Added and removed lines, for people. A new file is named with its size.
std::string show_change(const FileChange& change, const std::filesystem::path& root);

// Keeps the text before in `backups`, then replaces the file at once.
Result<void> make_change(const FileChange& change, const std::filesystem::path& backups);

}  // namespace hm
