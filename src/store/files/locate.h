// Where a project's store is: `.hivemind/hivemind.db` in the nearest directory above, as git finds its own.
// A git worktree shares the store of its main checkout. Only looks; creates nothing.
#pragma once

#include <filesystem>
#include <optional>

namespace hm {

struct ProjectPaths {
    std::filesystem::path root;       // the directory that holds .hivemind
    std::filesystem::path directory;  // root/.hivemind
    std::filesystem::path database;   // root/.hivemind/hivemind.db
    std::filesystem::path spool;      // root/.hivemind/spool
};

ProjectPaths project_paths(const std::filesystem::path& root);

// Nothing when no directory above is an initialised project.
std::optional<ProjectPaths> locate_project(const std::filesystem::path& from);

}  // namespace hm
