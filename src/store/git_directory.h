// Where git keeps a repository, found without running git. All worktrees of a repository share its common directory,
// and so they are one project.
#pragma once

#include <filesystem>
#include <optional>

namespace hm {

// The main checkout of a worktree; nothing when `directory` is not the top of one.
std::optional<std::filesystem::path> main_checkout(const std::filesystem::path& directory);

// What a project is known by: the common git directory when `root` is the top of a checkout or a worktree, else the
// root itself. Links are resolved.
std::filesystem::path project_identity(const std::filesystem::path& root);

}  // namespace hm
