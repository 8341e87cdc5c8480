// The doctor's last resort: a store that SQLite calls damaged.
#include <fmt/format.h>

#include <algorithm>

#include "app/doctor.h"
#include "app/doctor_events.h"
#include "app/fail_mark.h"
#include "app/project.h"
#include "store/backup.h"
#include "store/health.h"
#include "store/recover.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

// Opens it and lets SQLite look at every page; the store is closed again when this returns.
Result<bool> is_damaged(const std::filesystem::path& directory, Clock& clock, IdSource& ids, Deadline deadline) {
    auto project = Project::open(directory, clock, ids, deadline);
    // What came from elsewhere stays as it is: recovered, it would count as this user's.
    if (!project && project.error().code == ErrorCode::corrupt) return true;
    if (!project) return fail(std::move(project).error());
    const auto check = quick_check(project->workspace().store.connection());
    if (!check && check.error().code != ErrorCode::corrupt) return fail(check.error());
    return !check || *check != "ok";
}

std::vector<std::string> lines_of(const Recovery& recovery, const ProjectPaths& paths) {
    std::vector<std::string> lines;
    const auto shown = [&](const std::filesystem::path& path) { return path.lexically_relative(paths.root).string(); };
    lines.push_back(fmt::format("kept the damaged store in {}", shown(recovery.aside)));
    if (recovery.is_empty) {
        lines.emplace_back("nothing in it could be read: made a new, empty store");
        if (const auto backups = list_backups(paths); !backups.empty()) {
            lines.push_back(
                fmt::format("`hivemind backup restore {}` brings back the newest copy", shown(backups.back())));
        }
        return lines;
    }
    for (const TableRecovery& table : recovery.tables) {
        if (table.rows + table.quarantined + table.gaps == 0) continue;
        std::string line = fmt::format("recovered {} rows of {}", table.rows, table.table);
        if (table.quarantined > 0) line += fmt::format(", {} more went to quarantine", table.quarantined);
        if (table.gaps > 0) line += fmt::format("; {} places could not be read", table.gaps);
        lines.push_back(std::move(line));
    }
    return lines;
}

Result<void> record_recovery(const Recovery& recovery, Project& project) {
    Workspace workspace = project.workspace();
    json::object tables;
    for (const TableRecovery& table : recovery.tables) {
        if (table.rows + table.quarantined + table.gaps == 0) continue;
        tables[table.table] = json::array{table.rows, table.quarantined, table.gaps};
    }
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::power_loss));
    HM_TRY(record_fix(transaction,
                      fmt::format("recovered a damaged store; it is kept in {}",
                                  recovery.aside.lexically_relative(project.root()).string()),
                      "", {{"rows_quarantined_gaps", std::move(tables)}}, workspace));
    return transaction.commit();
}

// Answers what is to be said of the mode; nothing when it was read.
Result<std::string> keep_mode(const Recovery& recovery, Project& project) {
    HM_TRY_ASSIGN(std::string taken, take_mode_from_mark(project));
    if (!taken.empty()) return taken;
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    const bool has_lost = recovery.is_empty || std::ranges::any_of(recovery.tables, [](const TableRecovery& table) {
                              return table.table == "settings" && table.quarantined + table.gaps > 0;
                          });
    if (!has_lost) return std::string();
    return fmt::format("settings were lost: the mode is {} now; `hivemind config set mode strict` makes it strict",
                       name_of(settings.mode));
}

}  // namespace

std::string newest_backup(const std::filesystem::path& root) {
    const auto backups = list_backups(project_paths(root));
    return backups.empty() ? std::string() : backups.back().lexically_relative(root).generic_string();
}

Result<std::string> take_mode_from_mark(Project& project) {
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    if (!is_marked_closed(project.root()) || effective_fail(settings) == FailMode::closed) return std::string();
    Workspace workspace = project.workspace();
    constexpr std::string_view said = "the mode was lost, and the project failed closed: it is strict now";
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::power_loss));
    HM_TRY(save_setting(transaction, "mode", json::value(name_of(GateMode::strict))));
    HM_TRY(record_fix(transaction, said, "", {{"mode", name_of(GateMode::strict)}}, workspace));
    HM_TRY(transaction.commit());
    return std::string(said);
}

Result<std::vector<std::string>> recover_if_damaged(const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                                    Deadline deadline) {
    HM_TRY_ASSIGN(const bool is_needed, is_damaged(directory, clock, ids, deadline));
    if (!is_needed) return std::vector<std::string>{};
    const auto paths = locate_project(directory);
    HM_ASSERT(paths.has_value());
    HM_TRY_ASSIGN(const Recovery recovery, recover_store(*paths, deadline, clock.now()));
    HM_TRY_ASSIGN(Project project, Project::open(directory, clock, ids, deadline));
    HM_TRY(record_recovery(recovery, project));
    std::vector<std::string> lines = lines_of(recovery, *paths);
    HM_TRY_ASSIGN(std::string about_mode, keep_mode(recovery, project));
    if (!about_mode.empty()) lines.push_back(std::move(about_mode));
    return lines;
}

}  // namespace hm
