// Where a project's store is. One function decides, project_paths(): in a git repository the store lies in git's common
// directory, `<git common dir>/hivemind`, where `git clean` and `git stash` do not reach and which all worktrees share;
// without git it lies in `.hivemind` of the root, beside what people read. A store that an older program left in
// `.hivemind` of a git project is used there until `hivemind init` moves it. Only looks; creates nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hm {

struct ProjectPaths {
    std::filesystem::path root;       // of this checkout or worktree, by which paths are judged
    std::filesystem::path directory;  // root/.hivemind: what people read, and what can be made anew
    std::filesystem::path store;      // the folder of the database, its spool, its backups and the fail mark
    std::filesystem::path database;   // store/hivemind.db
    std::filesystem::path spool;      // store/spool
    std::filesystem::path git;        // git's common directory; "" without git
    // What `.git` names and is not there, as in a container that mounts only a worktree; "" when nothing is missing.
    std::filesystem::path missing_git = {};
};

// REQUIRES: root is absolute.
ProjectPaths project_paths(const std::filesystem::path& root);

// The paths with the store in that folder.
ProjectPaths paths_with_store(const std::filesystem::path& root, const std::filesystem::path& store);

// Where the store belongs; it differs from project_paths() while an older program's store is in `.hivemind`.
ProjectPaths settled_paths(const std::filesystem::path& root);

// Nothing when no directory above is an initialised project.
std::optional<ProjectPaths> locate_project(const std::filesystem::path& from);

// The folder of the store that a path leads into, when that is a `hivemind` folder of a git directory; else "".
std::filesystem::path store_around(const std::filesystem::path& path);

}  // namespace hm
