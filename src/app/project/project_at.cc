#include "app/project/project_at.h"

#include <fmt/format.h>

#include "store/files/trust.h"
#include "store/project/lost_store.h"

namespace hm {

Result<Project> open_project_at(const std::filesystem::path& root, Clock& clock, IdSource& ids, Deadline deadline,
                                std::optional<FailMode> for_hook) {
    if (!has_store(root)) return fail(lost_store(project_paths(root)));
    if (for_hook) return Project::open_for_hook(root, clock, ids, deadline, *for_hook);
    return Project::open(root, clock, ids, deadline);
}

std::optional<Error> missing_store(const std::filesystem::path& directory) {
    const auto paths = locate_project(directory);
    if (!paths || has_store(paths->root)) return std::nullopt;
    return lost_store(*paths);
}

Result<std::filesystem::path> forget_lost_project(const std::filesystem::path& directory) {
    const auto root = project_root(directory);
    if (!root) {
        return fail(ErrorCode::not_found, fmt::format("No project is known at {}.", directory.string()),
                    "Run it in the directory that the message about the missing store names.");
    }
    if (has_store_folder(*root)) {
        return fail(ErrorCode::conflict, fmt::format("{} still has its .hivemind.", root->string()),
                    "Remove that folder first, if the project is to be given up.");
    }
    forget_place(*root);
    return *root;
}

void forget_known_place(const std::filesystem::path& root) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(root, error);
    forget_place(error ? root : real);
}

Result<void> KeptRoot::open(std::optional<Project>& project, const std::filesystem::path& directory, Clock& clock,
                            IdSource& ids, Deadline deadline, std::optional<FailMode> for_hook) {
    if (project && !is_in_place(*project)) project.reset();
    if (project) return {};
    if (!root_) root_ = project_root(directory);
    HM_TRY_ASSIGN(Project opened, root_ ? open_project_at(*root_, clock, ids, deadline, for_hook)
                                        : Project::open(directory, clock, ids, deadline));
    root_ = opened.root();
    project.emplace(std::move(opened));
    place_ = {};
    if (!project->stands_in_because()) (void)place_.is_kept(project->workspace().store.connection());
    ++openings_;
    return {};
}

bool KeptRoot::is_in_place(Project& project) {
    if (project.stands_in_because()) return has_store(project.root()) && !has_trusted_store(project.root());
    return place_.is_kept(project.workspace().store.connection());
}

Result<void> KeptRoot::check_in_place(Project& project) {
    // What stands in keeps nothing that could be lost.
    if (project.stands_in_because() || is_in_place(project)) return {};
    const ProjectPaths paths = project_paths(project.root());
    if (!has_store(paths.root)) return fail(lost_store(paths));
    return fail(Error{
        ErrorCode::store_failed,
        fmt::format("The store of the project {} was replaced while the call was carried out.", paths.root.string()),
        "Make the call again.",
        "What it wrote went into files that are no longer the project's.",
        {fmt::format("Another file is at {}, or its log was removed.", paths.database.string())}});
}

}  // namespace hm
