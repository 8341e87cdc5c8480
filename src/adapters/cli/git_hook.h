// The prepare-commit-msg hook that puts the stamp of the session at work in front of a commit's message, so that git
// log belongs to the chain that a stamp finds. Only planned here: shown, confirmed and written by init. A hook that is
// not ours is never touched.
#pragma once

#include <filesystem>
#include <optional>

#include "adapters/file_changes.h"

namespace hm::cli {

// The change that adds the hook to the checkout. Fails when there is no checkout, or a hook that is not ours.
Result<FileChange> plan_git_hook(const std::filesystem::path& root, const std::filesystem::path& program);

// Writes it, executable.
Result<void> make_git_hook(const FileChange& change);

// Removes our hook; false when there is none. One that somebody changed is left, with the reason.
Result<bool> remove_git_hook(const std::filesystem::path& root);

}  // namespace hm::cli
