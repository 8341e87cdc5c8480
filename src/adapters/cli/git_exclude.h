// Keeping git's hands off .hivemind: `git clean -fd`, `git stash -u` and `git add -A` see nothing of it but what
// `hivemind export` writes. Two files do that: .hivemind/.gitignore, which ignores itself too, and lines in
// `info/exclude` of the repository (of the main one, for a worktree), which hold while the first is missing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "adapters/wiring/file_changes.h"

namespace hm::cli {

struct GitExclusion {
    bool is_in_git = false;           // otherwise nobody needs to hear of it
    std::vector<FileChange> changes;  // empty when git leaves .hivemind alone already
    std::string trouble;              // what keeps git's files from being read or written; "" mostly
};

// What has to be written so that git leaves the project's .hivemind alone.
GitExclusion plan_git_exclude(const std::filesystem::path& root);

// The change that takes our lines out of `info/exclude` again.
GitExclusion plan_git_include(const std::filesystem::path& root);

// Writes the changes; one that cannot be written is left out of them and told as trouble.
void make_git_changes(GitExclusion& exclusion);

// The same for files of the project that hold for this machine alone: lines with their names. Those that git keeps are
// left out; no line hides them.
GitExclusion plan_exclude_files(const std::filesystem::path& root, const std::vector<std::filesystem::path>& files);
GitExclusion plan_include_files(const std::filesystem::path& root, const std::vector<std::filesystem::path>& files);

// What the change is for, in a line: "<file>: git sees nothing of .hivemind but …".
std::string about_git_change(const FileChange& change, const std::filesystem::path& root);

// The prepare-commit-msg hook that puts the stamp of the session at work in front of a commit's message, so that git
// log belongs to the chain that a stamp finds. Only planned here: shown, confirmed and written by init. A hook that is
// not ours is never touched.

// The change that adds the hook to the checkout. Fails when there is no checkout, or a hook that is not ours.
Result<FileChange> plan_git_hook(const std::filesystem::path& root, const std::filesystem::path& program);

// Writes it, executable.
Result<void> make_git_hook(const FileChange& change);

// Removes our hook; false when there is none. One that somebody changed is left, with the reason.
Result<bool> remove_git_hook(const std::filesystem::path& root);

}  // namespace hm::cli
