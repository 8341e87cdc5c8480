#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "store/files/git.h"
#include "store/files/locate.h"
#include "store/files/trust.h"
#include "store/project/backup.h"
#include "store/project/lost_store.h"

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
    // Where nothing is left at all, the user's state folder may still know that there was a store.
    if (!without_store) without_store = lost_place(from);
    return without_store ? std::optional(project_paths(*without_store)) : std::nullopt;
}

namespace {

namespace fs = std::filesystem;

// The first implementation used .hivemind too, with folders named graph, state and sessions; those prove nothing.
constexpr std::array<std::string_view, 9> remains{".gitignore",      "spool",       "hivemind.db-wal",
                                                  "hivemind.db-shm", "backups",     "codemap.db",
                                                  "tickets",         "wiring.json", "seen"};

bool is_there(const fs::path& file) {
    return access(file.c_str(), F_OK) == 0;
}

}  // namespace

bool has_store(const fs::path& root) {
    if (!is_there(root / ".hivemind")) return false;
    // A folder that may not be searched hides its store; opening it says so.
    return is_there(root / ".hivemind" / "hivemind.db") || errno == EACCES;
}

bool has_store_folder(const fs::path& root) {
    return is_there(root / ".hivemind");
}

bool has_fail_mark(const fs::path& root) {
    return is_there(root / fail_mark);
}

bool has_store_remains(const fs::path& root) {
    const fs::path directory = root / ".hivemind";
    return is_there(directory) && std::any_of(remains.begin(), remains.end(),
                                              [&](std::string_view name) { return is_there(directory / name); });
}

std::optional<fs::path> lost_place(const fs::path& from) {
    const std::string places = places_folder();
    if (places.empty()) return std::nullopt;
    std::error_code error;
    const fs::path real = fs::canonical(from, error);
    for (fs::path directory = error ? from : real; directory.has_relative_path(); directory = directory.parent_path()) {
        if (find_place(places, directory)) return directory;
        const auto checkout = main_checkout(directory);
        const fs::path real_checkout = checkout ? fs::canonical(*checkout, error) : fs::path();
        if (!real_checkout.empty() && find_place(places, real_checkout)) return real_checkout;
    }
    return std::nullopt;
}

Error lost_store(const ProjectPaths& paths) {
    const auto backups = list_backups(paths);
    const std::string copy =
        backups.empty() ? "<copy>" : backups.back().lexically_relative(paths.root).generic_string();
    return {
        ErrorCode::store_failed,
        fmt::format("The store of the project {} is missing.", paths.root.string()),
        fmt::format("Ask the person to run `hivemind backup restore {}` there, or `hivemind init` to start with an "
                    "empty store{}.",
                    copy,
                    has_store_folder(paths.root) ? "" : ", or `hivemind trust --forget` when the project was given up"),
        "The project was initialised, and its database was deleted or moved away since. Without it no call can be "
        "judged and nothing can be recorded.",
        {fmt::format("{} does not exist.", paths.database.string())}};
}

}  // namespace hm
