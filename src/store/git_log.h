// The project's git history, read only: which commits name a stamp, and what the newest ones tell. Runs the installed
// git as a child process, without a shell, within a deadline and a limit on what it prints. A missing git or repository
// is told, not an error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/time.h"

namespace hm {

struct Commit {
    std::string hash;
    std::string at;  // ISO 8601
    std::string author;
    std::string subject;
    std::string message;                  // whole
    std::vector<std::string> files = {};  // it changed; only where they were asked for
};

struct GitLog {
    std::vector<Commit> commits;  // newest first
    std::string note;             // why there may be more, or why there are none; empty: that is all
};

// Commits of any branch whose message holds one of the texts.
GitLog commits_holding(const std::filesystem::path& root, const std::vector<std::string>& texts, Deadline deadline);

// The newest commits of the branch that is checked out, with the files they changed; merges are left out.
GitLog newest_commits(const std::filesystem::path& root, std::size_t most, Deadline deadline);

// When the branch that is checked out last moved, by git's own log of it; nothing where there is none. Looks at one
// file and starts no process.
std::optional<Time> last_commit_at(const std::filesystem::path& root);

}  // namespace hm
