#include "store/git_directory.h"

#include <fstream>
#include <string>

namespace hm {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

// The directory that a `.git` file names; nothing when `directory` has no such file.
std::optional<fs::path> named_git_directory(const fs::path& directory) {
    std::error_code error;
    const fs::path dot_git = directory / ".git";
    if (!fs::is_regular_file(dot_git, error)) return std::nullopt;
    const std::string line = first_line(dot_git);
    constexpr std::string_view key = "gitdir: ";
    if (!line.starts_with(key)) return std::nullopt;
    return (directory / line.substr(key.size())).lexically_normal();
}

// Of a worktree; a submodule's git directory is its own.
std::optional<fs::path> common_directory(const fs::path& git_directory) {
    const std::string common = first_line(git_directory / "commondir");
    if (common.empty()) return std::nullopt;
    // Normalising "…/worktrees/x/../.." leaves a slash at the end, which would count as an empty name.
    return (git_directory / common / "x").lexically_normal().parent_path();
}

}  // namespace

std::optional<fs::path> main_checkout(const fs::path& directory) {
    const auto git_directory = named_git_directory(directory);
    const auto common = git_directory ? common_directory(*git_directory) : std::nullopt;
    return common ? std::optional(common->parent_path()) : std::nullopt;
}

fs::path project_identity(const fs::path& root) {
    std::error_code error;
    fs::path identity = root;
    if (const auto git_directory = named_git_directory(root)) {
        identity = common_directory(*git_directory).value_or(*git_directory);
    } else if (fs::is_directory(root / ".git", error)) {
        identity = root / ".git";
    }
    const fs::path real = fs::canonical(identity, error);
    return error ? identity.lexically_normal() : real;
}

}  // namespace hm
