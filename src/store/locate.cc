#include "store/locate.h"

#include "store/git_directory.h"
#include "store/lost_store.h"

namespace hm {

namespace fs = std::filesystem;

ProjectPaths project_paths(const fs::path& root) {
    const fs::path directory = root / ".hivemind";
    return {root, directory, directory / "hivemind.db", directory / "spool"};
}

std::optional<ProjectPaths> locate_project(const fs::path& from) {
    std::error_code error;
    fs::path directory = fs::absolute(from, error).lexically_normal();
    if (directory.filename().empty()) directory = directory.parent_path();
    std::optional<fs::path> without_store;
    const auto is_root = [&](const fs::path& root) {
        if (has_store(root) || has_fail_mark(root)) return true;
        if (!without_store && has_store_remains(root)) without_store = root;
        return false;
    };
    while (true) {
        if (is_root(directory)) return project_paths(directory);
        if (const auto checkout = main_checkout(directory); checkout && is_root(*checkout)) {
            return project_paths(*checkout);
        }
        if (directory == directory.root_path()) break;
        directory = directory.parent_path();
    }
    // Remains without a mark do not hide the project around them: a cloned repository may bring some along.
    return without_store ? std::optional(project_paths(*without_store)) : std::nullopt;
}

}  // namespace hm
