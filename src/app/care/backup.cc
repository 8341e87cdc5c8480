#include <fmt/format.h>

#include <algorithm>

#include "app/care/doctor.h"
#include "app/care/doctor_events.h"
#include "app/project/project.h"
#include "store/files/whole_file.h"
#include "store/project/backup.h"
#include "store/project/replace.h"
#include "store/records/health.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

bool has_part(const fs::path& path, std::string_view part) {
    return std::any_of(path.begin(), path.end(), [&](const fs::path& each) { return each == part; });
}

// Links are followed first: what counts is where the file would lie.
Result<void> check_target(const fs::path& target, const fs::path& backups) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(target, error);
    const bool is_among_own = real.parent_path() == fs::weakly_canonical(backups, error);
    if (!is_among_own && (has_part(real, ".git") || has_part(target, ".git"))) {
        return fail(ErrorCode::refused, fmt::format("A backup at {}.", target.string()), "Choose a place outside .git.",
                    "git alone writes there.");
    }
    const fs::path folder = real.parent_path();
    if (has_part(folder, ".hivemind") && folder.filename() != "backups") {
        return fail(ErrorCode::refused, fmt::format("A backup at {}.", target.string()),
                    "Leave the path out, or choose a place outside .hivemind.", "The store's own files lie there.");
    }
    if (fs::exists(fs::symlink_status(target, error))) {
        return fail(ErrorCode::conflict, fmt::format("{} is there already.", target.string()), "Choose another name.",
                    "A backup never takes the place of another file.");
    }
    if (!fs::is_directory(folder, error)) {
        return fail(ErrorCode::not_found, fmt::format("There is no directory {}.", folder.string()),
                    "Make it first, or leave the path out.", "A backup makes its file, not the directories above it.");
    }
    return {};
}

Result<json::object> counts_of(const fs::path& copy, Deadline deadline) {
    HM_TRY_ASSIGN(auto connection, Connection::open(copy.string(), OpenMode::read_only, deadline));
    HM_TRY_ASSIGN(const auto counts, count_records(*connection));
    json::object listed;
    for (const TableCount& count : counts) listed[count.noun] = count.rows;
    return listed;
}

// Another process may take the same name of the same second first.
Result<fs::path> copy_to(const std::optional<fs::path>& target, Workspace& workspace) {
    constexpr int most_tries = 10;
    for (int tries = 1;; ++tries) {
        const fs::path path = target ? *target : backup_name(workspace.store.paths(), workspace.clock.now());
        const auto copied = copy_database(workspace.store.connection(), path);
        if (copied) return path;
        if (target || copied.error().code != ErrorCode::conflict || tries == most_tries) return fail(copied.error());
    }
}

}  // namespace

Result<BackupMade> make_backup(const std::optional<fs::path>& target, std::optional<std::size_t> keep,
                               Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    if (target) HM_TRY(check_target(*target, paths.store / "backups"));
    HM_TRY_ASSIGN(const std::string check, quick_check(connection));
    if (check != "ok") {
        return fail(ErrorCode::corrupt, "The store is damaged; a copy of it would be too.",
                    "Run `hivemind doctor --fix`: it keeps the file aside and recovers what can be read.",
                    "SQLite reports: " + check);
    }
    if (!target) HM_TRY(make_private_directory(paths.store / "backups"));
    BackupMade made;
    HM_TRY_ASSIGN(made.path, copy_to(target, workspace));
    std::error_code error;
    made.bytes = fs::file_size(made.path, error);
    HM_TRY_ASSIGN(made.counts, counts_of(made.path, connection.deadline()));
    if (keep) {
        for (const fs::path& removed : prune_backups(paths, *keep, made.path)) {
            made.removed.push_back(removed.filename().string());
        }
    }
    return made;
}

Result<fs::path> restore_project(const fs::path& backup, const fs::path& directory, Clock& clock, IdSource& ids,
                                 Deadline deadline) {
    const auto paths = locate_project(directory);
    if (!paths) {
        return fail(ErrorCode::not_initialised, fmt::format("{} is not in a HiveMind project.", directory.string()),
                    "Run `hivemind init` in the project's directory, then restore.");
    }
    HM_TRY(check_not_linked(*paths));
    HM_TRY_ASSIGN(fs::path aside, restore_backup(backup, *paths, deadline, clock.now()));
    HM_TRY_ASSIGN(Project project, Project::open(directory, clock, ids, deadline));
    Workspace workspace = project.workspace();
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::power_loss));
    HM_TRY(record_restore(transaction, backup.string(), aside.string(), workspace));
    HM_TRY(transaction.commit());
    return aside;
}

}  // namespace hm
