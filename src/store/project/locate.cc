#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/digest.h"
#include "store/files/git.h"
#include "store/files/locate.h"
#include "store/files/trust.h"
#include "store/project/backup.h"
#include "store/project/lost_store.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view in_work_tree = ".hivemind";
constexpr std::string_view in_git = "hivemind";

bool is_there(const fs::path& file) {
    return access(file.c_str(), F_OK) == 0;
}

// One name for a path, so that the folders of two parts never lie in each other.
std::string name_of_part(const fs::path& part) {
    constexpr std::size_t longest = 200;
    std::string name;
    for (const char c : part.generic_string()) name += c == '/' ? "%2F" : c == '%' ? "%25" : std::string(1, c);
    return name.size() <= longest ? name : "long-" + sha256_hex(name).substr(0, 32);
}

// In git's directory: of the repository as a whole, or of a part of it that is a project of its own.
fs::path store_in_git(const Checkout& checkout, const fs::path& root) {
    const fs::path store = checkout.common / in_git;
    return root == checkout.top ? store : store / "parts" / name_of_part(root.lexically_relative(checkout.top));
}

// Where older programs kept it: in the work tree, for a worktree in that of the main checkout.
fs::path former_store(const Checkout& checkout, const fs::path& root) {
    const fs::path own = root / in_work_tree;
    if (is_there(own / "hivemind.db")) return own;
    const fs::path main = main_checkout(checkout);
    if (main.empty() || main == checkout.top) return own;
    return root == checkout.top ? main / in_work_tree : main / root.lexically_relative(checkout.top) / in_work_tree;
}

ProjectPaths settled_in(const std::optional<Checkout>& checkout, const fs::path& root) {
    const bool is_in_git = checkout && checkout->missing.empty();
    ProjectPaths paths = paths_with_store(root, is_in_git ? store_in_git(*checkout, root) : root / in_work_tree);
    if (!checkout) return paths;
    paths.git = checkout->common;
    paths.missing_git = checkout->missing;
    return paths;
}

// The decision.
ProjectPaths paths_in(const std::optional<Checkout>& checkout, const fs::path& root) {
    ProjectPaths settled = settled_in(checkout, root);
    if (settled.git.empty() || has_store(settled)) return settled;
    ProjectPaths former = paths_with_store(root, former_store(*checkout, root));
    former.git = settled.git;
    return has_store(former) ? former : settled;
}

fs::path without_last_slash(const fs::path& directory) {
    return directory.filename().empty() && directory.has_relative_path() ? directory.parent_path() : directory;
}

// What is known of the place itself, or of the same place in the main checkout.
std::optional<KnownPlace> known_place(const std::string& places, const fs::path& directory) {
    if (auto place = find_place(places, directory)) return place;
    const auto checkout = find_checkout(directory);
    const fs::path main = checkout ? main_checkout(*checkout) : fs::path();
    if (main.empty() || main == checkout->top) return std::nullopt;
    std::error_code error;
    const fs::path real = fs::canonical(main, error);
    if (error) return std::nullopt;
    return find_place(places, directory == checkout->top ? real : real / directory.lexically_relative(checkout->top));
}

}  // namespace

ProjectPaths paths_with_store(const fs::path& root, const fs::path& store) {
    return {root, root / in_work_tree, store, store / "hivemind.db", store / "spool", {}};
}

ProjectPaths settled_paths(const fs::path& root) {
    return settled_in(find_checkout(root), root);
}

ProjectPaths project_paths(const fs::path& root) {
    return paths_in(find_checkout(root), root);
}

std::optional<ProjectPaths> locate_project(const fs::path& from) {
    std::error_code error;
    fs::path directory = without_last_slash(fs::absolute(from, error).lexically_normal());
    std::optional<ProjectPaths> without_git;
    std::optional<ProjectPaths> without_store;
    while (true) {
        const auto checkout = find_checkout(directory);
        const fs::path top = checkout ? checkout->top : directory.root_path();
        for (;; directory = directory.parent_path()) {
            ProjectPaths paths = paths_in(checkout, directory);
            if (has_store(paths) || has_fail_mark(paths)) return paths;
            if (!without_store && has_store_remains(paths)) without_store = std::move(paths);
            if (directory == top) break;
        }
        if (checkout && !without_git && !checkout->missing.empty()) without_git = paths_in(checkout, top);
        if (top == top.root_path()) break;
        directory = top.parent_path();
    }
    // Neither hides the project around it: a clone may bring remains along, and a submodule may lack its repository.
    if (without_git) return without_git;
    if (without_store) return without_store;
    // Where nothing is left at all, the user's state folder may still know that there was a store.
    const auto lost = lost_place(from);
    return lost ? std::optional(project_paths(*lost)) : std::nullopt;
}

fs::path store_around(const fs::path& path) {
    for (fs::path folder = path; folder.has_relative_path(); folder = folder.parent_path()) {
        if (folder.filename() != in_git || !is_there(folder.parent_path() / "HEAD")) continue;
        if (is_there(folder / "hivemind.db") || is_there(folder / "parts")) return folder;
    }
    return {};
}

namespace {

Error lost_git(const ProjectPaths& paths) {
    return {ErrorCode::store_failed,
            fmt::format("The git directory of {} is not there, and with it the project's store.", paths.root.string()),
            fmt::format("Make {} visible here: in a container, mount the repository beside its worktree; after a "
                        "move, run `git worktree repair` in the main checkout.",
                        paths.missing_git.string()),
            "All worktrees of a repository share one store, which lies in git's common directory. Without it no call "
            "can be judged and nothing can be recorded.",
            {fmt::format("{} names {}.", (paths.root / ".git").string(), paths.missing_git.string())}};
}

// The first implementation used .hivemind too, with folders named graph, state and sessions; those prove nothing.
constexpr std::array<std::string_view, 9> remains{".gitignore",      "spool",       "hivemind.db-wal",
                                                  "hivemind.db-shm", "backups",     "codemap.db",
                                                  "tickets",         "wiring.json", "seen"};

bool has_remains(const fs::path& directory) {
    return is_there(directory) && std::any_of(remains.begin(), remains.end(),
                                              [&](std::string_view name) { return is_there(directory / name); });
}

}  // namespace

bool has_store(const ProjectPaths& paths) {
    if (!is_there(paths.store)) return false;
    // A folder that may not be searched hides its store; opening it says so.
    return is_there(paths.database) || errno == EACCES;
}

bool has_store_folder(const ProjectPaths& paths) {
    return is_there(paths.store);
}

bool has_fail_mark(const ProjectPaths& paths) {
    return is_there(paths.store / fail_mark_name) || is_there(paths.directory / fail_mark_name);
}

bool has_store_remains(const ProjectPaths& paths) {
    return has_remains(paths.store) || has_remains(paths.directory);
}

std::optional<KnownPlace> known_place(const fs::path& root) {
    const std::string places = places_folder();
    return places.empty() ? std::nullopt : known_place(places, root);
}

std::optional<fs::path> lost_place(const fs::path& from) {
    const std::string places = places_folder();
    if (places.empty()) return std::nullopt;
    std::error_code error;
    const fs::path real = fs::canonical(from, error);
    for (fs::path directory = error ? from : real; directory.has_relative_path(); directory = directory.parent_path()) {
        if (known_place(places, directory)) return directory;
    }
    return std::nullopt;
}

Error lost_store(const ProjectPaths& paths) {
    if (!paths.missing_git.empty()) return lost_git(paths);
    const auto backups = list_backups(paths);
    const std::string copy =
        backups.empty() ? "<copy>" : backups.back().lexically_relative(paths.root).generic_string();
    return {ErrorCode::store_failed,
            fmt::format("The store of the project {} is missing.", paths.root.string()),
            fmt::format("Ask the person to run `hivemind backup restore {}` there, or `hivemind init` to start with an "
                        "empty store{}.",
                        copy,
                        has_store_folder(paths) ? "" : ", or `hivemind trust --forget` when the project was given up"),
            "The project was initialised, and its database was deleted or moved away since. Without it no call can be "
            "judged and nothing can be recorded.",
            {fmt::format("{} does not exist.", paths.database.string())}};
}

}  // namespace hm
