#include "app/project/project_at.h"

#include <fmt/format.h>

#include "base/files.h"
#include "store/files/git.h"
#include "store/files/trust.h"
#include "store/project/lost_store.h"
#include "store/project/move.h"

namespace hm {

Result<Project> open_project_at(const std::filesystem::path& root, Clock& clock, IdSource& ids, Deadline deadline,
                                std::optional<FailMode> for_hook) {
    if (const ProjectPaths paths = project_paths(root); !has_store(paths)) return fail(lost_store(paths));
    if (for_hook) return Project::open_for_hook(root, clock, ids, deadline, *for_hook);
    return Project::open(root, clock, ids, deadline);
}

std::optional<Error> missing_store(const std::filesystem::path& directory) {
    const auto paths = locate_project(directory);
    if (!paths || has_store(*paths)) return std::nullopt;
    return lost_store(*paths);
}

namespace {

std::optional<StoreMove> own_due_move(const std::filesystem::path& directory) {
    const auto paths = locate_project(directory);
    if (!paths || !find_trust(paths->database)) return std::nullopt;
    return due_move(paths->root);
}

}  // namespace

std::optional<DueMove> due_store_move(const std::filesystem::path& directory) {
    const auto move = own_due_move(directory);
    return move ? std::optional(DueMove{move->from.store, move->to.store}) : std::nullopt;
}

Result<void> settle_store(const std::filesystem::path& directory, Time now) {
    constexpr Duration patience = seconds(5);
    const auto move = own_due_move(directory);
    return move ? move_store(*move, Deadline::in(patience), now) : Result<void>();
}

Result<std::filesystem::path> forget_lost_project(const std::filesystem::path& directory) {
    const auto paths = locate_project(directory);
    if (!paths) {
        return fail(ErrorCode::not_found, fmt::format("No project is known at {}.", directory.string()),
                    "Run it in the directory that the message about the missing store names.");
    }
    for (const std::filesystem::path& folder : {paths->directory, paths->store}) {
        std::error_code error;
        if (!std::filesystem::exists(folder, error)) continue;
        return fail(ErrorCode::conflict, fmt::format("{} is still there.", folder.string()),
                    "Remove that folder first, if the project is to be given up.");
    }
    forget_place(paths->root);
    return paths->root;
}

void forget_known_place(const std::filesystem::path& root) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(root, error);
    forget_place(error ? root : real);
}

namespace {

// For people to read and commit.
constexpr std::string_view exported = "export";
// Stores of other projects, in parts of the same repository.
constexpr std::string_view parts = "parts";

void add_entries(const std::filesystem::path& folder, std::string_view but, std::vector<std::filesystem::path>& found) {
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename() != but) found.push_back(it->path());
    }
}

bool is_empty_or_absent(const std::filesystem::path& folder) {
    std::error_code error;
    return !std::filesystem::exists(folder, error) || std::filesystem::is_empty(folder, error);
}

// With the last project of this user.
void remove_state_folder(std::vector<std::string>& left) {
    const auto state = state_folder();
    std::error_code error;
    if (!state || !std::filesystem::exists(*state, error)) return;
    if (!is_empty_or_absent(*state / "stores")) {
        left.push_back(fmt::format("{}: you have other projects", state->string()));
    } else if (std::filesystem::exists(*state / "wiring.json", error)) {
        left.push_back(
            fmt::format("{}: clients are wired in your own settings; `hivemind uninstall --global`", state->string()));
    } else {
        std::filesystem::remove_all(*state, error);
    }
}

// Of other checkouts of the repository; what is in them is not touched from here.
void add_other_worktrees(const ProjectPaths& paths, std::vector<std::string>& left) {
    for (const std::filesystem::path& top : checkouts_of(paths.git)) {
        std::error_code error;
        const std::filesystem::path folder = top / ".hivemind";
        const bool is_other =
            std::filesystem::exists(folder, error) && !std::filesystem::equivalent(folder, paths.directory, error);
        if (is_other)
            left.push_back(fmt::format("{}: of another worktree; run `hivemind uninstall` there", folder.string()));
    }
}

}  // namespace

std::vector<std::filesystem::path> own_files(const std::filesystem::path& root) {
    const ProjectPaths paths = project_paths(root);
    std::vector<std::filesystem::path> found;
    add_entries(paths.store, paths.store == paths.directory ? exported : parts, found);
    if (paths.store != paths.directory) add_entries(paths.directory, exported, found);
    std::error_code error;
    const auto record = trust_file(paths.database);
    if (record && std::filesystem::exists(*record, error)) found.push_back(*record);
    return found;
}

std::vector<std::string> remove_own_files(const std::filesystem::path& root) {
    const ProjectPaths paths = project_paths(root);
    std::vector<std::string> left;
    std::error_code error;
    const std::vector<std::filesystem::path> files = own_files(root);
    // The record goes before what it vouches for: what is killed in between leaves nothing that is believed.
    forget_trust(paths.database);
    forget_known_place(root);
    for (const std::filesystem::path& other : other_checkouts(root)) forget_known_place(other);
    for (const std::filesystem::path& file : files) {
        std::filesystem::remove_all(file, error);
        if (error) left.push_back(fmt::format("{}: {}", file.string(), error.message()));
    }
    for (const std::filesystem::path& folder : {paths.store, paths.directory}) std::filesystem::remove(folder, error);
    if (std::filesystem::exists(paths.directory / exported, error)) {
        left.push_back(fmt::format("{}: what you exported is yours", (paths.directory / exported).string()));
    }
    add_other_worktrees(paths, left);
    remove_state_folder(left);
    return left;
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
    if (project.stands_in_because())
        return has_store(project_paths(project.root())) && !has_trusted_store(project.root());
    return place_.is_kept(project.workspace().store.connection());
}

Result<void> KeptRoot::check_in_place(Project& project) {
    // What stands in keeps nothing that could be lost.
    if (project.stands_in_because() || is_in_place(project)) return {};
    const ProjectPaths paths = project_paths(project.root());
    if (!has_store(paths)) return fail(lost_store(paths));
    return fail(Error{
        ErrorCode::store_failed,
        fmt::format("The store of the project {} was replaced while the call was carried out.", paths.root.string()),
        "Make the call again.",
        "What it wrote went into files that are no longer the project's.",
        {fmt::format("Another file is at {}, or its log was removed.", paths.database.string())}});
}

}  // namespace hm
