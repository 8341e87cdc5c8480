#include "store/locate.h"

#include <fstream>
#include <string>

namespace hm {
namespace {

namespace fs = std::filesystem;

bool has_store(const fs::path& directory) {
    std::error_code error;
    return fs::exists(directory / ".hivemind" / "hivemind.db", error);
}

std::string first_line(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

// The main checkout of a worktree: its `.git` is a file that names a directory with a `commondir`.
std::optional<fs::path> main_checkout(const fs::path& directory) {
    std::error_code error;
    const fs::path dot_git = directory / ".git";
    if (!fs::is_regular_file(dot_git, error)) return std::nullopt;
    const std::string line = first_line(dot_git);
    constexpr std::string_view key = "gitdir: ";
    if (!line.starts_with(key)) return std::nullopt;
    const fs::path git_directory = (directory / line.substr(key.size())).lexically_normal();
    const std::string common = first_line(git_directory / "commondir");
    if (common.empty()) return std::nullopt;
    // Normalising "…/worktrees/x/../.." leaves a slash at the end, which would count as an empty name.
    const fs::path dot_git_directory = (git_directory / common / "x").lexically_normal().parent_path();
    return dot_git_directory.parent_path();
}

}  // namespace

ProjectPaths project_paths(const fs::path& root) {
    const fs::path directory = root / ".hivemind";
    return {root, directory, directory / "hivemind.db", directory / "spool"};
}

std::optional<ProjectPaths> locate_project(const fs::path& from) {
    std::error_code error;
    fs::path directory = fs::absolute(from, error).lexically_normal();
    if (directory.filename().empty()) directory = directory.parent_path();
    while (true) {
        if (has_store(directory)) return project_paths(directory);
        if (const auto checkout = main_checkout(directory); checkout && has_store(*checkout)) {
            return project_paths(*checkout);
        }
        if (directory == directory.root_path()) return std::nullopt;
        directory = directory.parent_path();
    }
}

}  // namespace hm
