// Changes to files that are not ours, worked out before any is made: shown to the person, confirmed, then
// written whole or not at all, with a copy of what was there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hm {

struct FileChange {
    std::filesystem::path path;
    std::optional<std::string> before;  // nothing when the file is new
    std::optional<std::string> after;   // nothing when it is removed
};

// What is in the file now; nothing when there is no such file.
Result<std::optional<std::string>> read_whole_file(const std::filesystem::path& path);

// Written beside the file and synced first, so that a reader sees the old text or the new one, never half of
// it, and a running program keeps the file it was started from. Makes the directories above it. The file keeps
// its permissions unless others are given.
Result<void> replace_file(const std::filesystem::path& path, std::string_view text,
                          std::optional<std::filesystem::perms> permissions = std::nullopt);

// Removes what a replace_file of this file left beside it when its process was killed.
void remove_unfinished(const std::filesystem::path& path);

// Added and removed lines, for people. New settings are shown whole, another new file by its name and size; a file
// outside of the root has its whole path.
std::string show_change(const FileChange& change, const std::filesystem::path& root);

// Keeps the text before in `backups`, for its owner alone, then replaces or removes the file at once; a link to it
// stays a link. Answers where it was kept; nothing when there was no file, or nothing to change.
Result<std::optional<std::filesystem::path>> make_change(const FileChange& change,
                                                         const std::filesystem::path& backups);

}  // namespace hm
