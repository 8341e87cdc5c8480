#include "app/doctor.h"

#include <fmt/format.h>

#include "store/health.h"
#include "store/migrate.h"
#include "store/spool.h"
#include "store/sql/event.h"

namespace hm {
namespace {

constexpr std::string_view mend_it = "Run `hivemind doctor --fix`.";

Finding store_finding(const std::string& check) {
    if (check == "ok") return {Severity::fine, "store", "SQLite finds nothing wrong with it.", ""};
    return {Severity::trouble, "store", "SQLite reports: " + check,
            "Leave it as it is and put a copy of yours in its place, or move .hivemind aside and run `hivemind init`."};
}

void add_bad_rows(std::vector<Finding>& findings, const BadRows& rows) {
    constexpr std::size_t most_named = 5;
    for (std::size_t i = 0; i < rows.size() && i < most_named; ++i) {
        findings.push_back({Severity::trouble, "rows",
                            fmt::format("{} {}: {}", rows[i].table, rows[i].id, rows[i].reason), std::string(mend_it)});
    }
    if (rows.size() > most_named) {
        findings.push_back(
            {Severity::trouble, "rows", fmt::format("and {} more", rows.size() - most_named), std::string(mend_it)});
    }
}

Result<BadRows> all_bad_rows(Connection& connection) {
    HM_TRY_ASSIGN(BadRows rows, unreadable_rows(connection));
    HM_TRY_ASSIGN(const BadRows dangling, dangling_rows(connection));
    rows.insert(rows.end(), dangling.begin(), dangling.end());
    return rows;
}

Finding last_sign_of_life(const std::vector<Event>& events, Time now) {
    if (events.empty()) {
        return {Severity::warning, "gate", "No client's tool call has been seen yet.",
                "Start the client in this project and let it call a tool."};
    }
    return {Severity::fine, "gate",
            fmt::format("Last decision {} minutes ago: {}.", (now - events.front().at).ms / 60'000,
                        events.front().summary.view()),
            ""};
}

}  // namespace

Result<std::vector<Finding>> examine_store(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<Finding> findings;
    HM_TRY_ASSIGN(const std::string check, quick_check(connection));
    findings.push_back(store_finding(check));
    HM_TRY_ASSIGN(const int version, read_schema_version(connection));
    findings.push_back({Severity::fine, "schema", fmt::format("version {}", version), ""});
    if (const std::string kind = unfit_file_system(paths); !kind.empty()) {
        findings.push_back({Severity::trouble, "disk",
                            fmt::format(".hivemind lies on {}, where several processes cannot share it.", kind),
                            "Move the project to a local disk."});
    }
    for (const std::string& file : too_open_files(paths)) {
        findings.push_back(
            {Severity::warning, "files", fmt::format("{} can be read by others.", file), std::string(mend_it)});
    }
    HM_TRY_ASSIGN(const BadRows rows, all_bad_rows(connection));
    add_bad_rows(findings, rows);
    HM_TRY_ASSIGN(const std::size_t spooled, count_spool(paths));
    if (spooled > 0) {
        findings.push_back({Severity::warning, "spool", fmt::format("{} records wait for the next write.", spooled),
                            std::string(mend_it)});
    }
    if (const std::size_t refused = count_refused(paths); refused > 0) {
        findings.push_back({Severity::warning, "spool", fmt::format("{} files could not be taken in.", refused),
                            "Look at .hivemind/spool/*.refused; remove them when they are of no use."});
    }
    BadRows bad;
    HM_TRY_ASSIGN(const auto decisions, list_events(connection, {.kind_prefix = "gate.", .limit = 1}, bad));
    findings.push_back(last_sign_of_life(decisions, workspace.clock.now()));
    return findings;
}

Result<std::vector<std::string>> mend_store(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<std::string> done;
    if (!too_open_files(paths).empty()) {
        close_to_others(paths);
        done.emplace_back("closed the store's files to others");
    }
    HM_TRY_ASSIGN(const BadRows rows, all_bad_rows(connection));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    HM_TRY_ASSIGN(const std::size_t moved, quarantine_bad_rows(transaction, rows, workspace.clock.now()));
    HM_TRY_ASSIGN(const auto taken_in, take_in_spool(transaction, paths, workspace.ids));
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    if (moved > 0) done.push_back(fmt::format("moved {} rows to quarantine", moved));
    if (!taken_in.taken.empty()) {
        done.push_back(fmt::format("took in {} records from the spool", taken_in.taken.size()));
    }
    return done;
}

}  // namespace hm
