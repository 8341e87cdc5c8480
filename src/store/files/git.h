// Git as far as it is read: its directory, index, log, and running it with a deadline.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/time.h"

namespace hm {

// Where git keeps a repository, found without running git. All worktrees of a repository share its common directory,
// and so they have one store.

struct Checkout {
    std::filesystem::path top;      // the directory that holds `.git`
    std::filesystem::path common;   // git's common directory; "" when it is not there
    std::filesystem::path missing;  // what `.git` names and is not there; "" otherwise
};

// The checkout, worktree or submodule that the directory lies in. REQUIRES: the path is absolute and normal.
std::optional<Checkout> find_checkout(const std::filesystem::path& directory);

// The same for the top of one alone.
std::optional<Checkout> checkout_at(const std::filesystem::path& top);

// The tops of all checkouts of a repository that are known to it, the main one first. REQUIRES: its common directory.
std::vector<std::filesystem::path> checkouts_of(const std::filesystem::path& common);

// The checkout that the repository was made with; "" when it is bare or its git directory lies elsewhere.
std::filesystem::path main_checkout(const Checkout& checkout);

// What a project is known by: the common git directory when `root` is the top of a checkout or a worktree, else the
// root itself. Links are resolved.
std::filesystem::path project_identity(const std::filesystem::path& root);

// git's list of the files it keeps, read only and without a process: whether a file is in it, and unchanged since it
// was put there. Answers "no" where it cannot tell: no repository, an index of another form, a file that was touched.

// `path` is relative to the root. The repository may begin above the root.
bool is_kept_by_git(const std::filesystem::path& root, std::string_view path);

// The project's git history, read only: which commits name a stamp, and what the newest ones tell. Runs the installed
// git as a child process, without a shell, within a deadline and a limit on what it prints. A missing git or repository
// is told, not an error.

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

// The installed git as a child process, without a shell, within a deadline and a limit on what it prints. It neither
// asks, fetches nor writes, and nothing of the caller's GIT_ variables leads it elsewhere.

struct GitPrinted {
    std::string out;
    int exit_code = -1;
    bool is_cut = false;  // at the deadline or the limit
};

// `arguments` begin with "git". Nothing when it cannot be started.
std::optional<GitPrinted> run_git(std::vector<std::string> arguments, std::size_t most_bytes, Deadline deadline);

}  // namespace hm
