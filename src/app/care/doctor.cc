// The mending half of the doctor. One transaction: either everything that was found is mended, or nothing.
#include "app/care/doctor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "app/care/chain_breaks.h"
#include "app/care/doctor_events.h"
#include "app/care/exchange.h"
#include "app/project/artifact.h"
#include "app/project/outside_changes.h"
#include "app/project/project.h"
#include "app/work/decision.h"
#include "store/files/trust.h"
#include "store/project/backup.h"
#include "store/project/move.h"
#include "store/project/recover.h"
#include "store/project/replace.h"
#include "store/queries/event.h"
#include "store/queries/memory.h"
#include "store/queries/settings.h"
#include "store/queries/spool.h"
#include "store/records/health.h"
#include "store/records/node_register.h"
#include "store/records/record_links.h"
#include "store/sqlite/migrate.h"
#include "view/project_text.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::string_view mend_it = "Run `hivemind doctor --fix`.";
constexpr std::int64_t most_looked_at = 1000;
constexpr Duration longest_walk = seconds(5);

Finding store_finding(const std::string& check) {
    if (check == "ok") return {Severity::fine, "store", "SQLite finds nothing wrong with it.", ""};
    return {Severity::trouble, "store", "SQLite reports: " + check,
            "Run `hivemind doctor --fix`: it keeps the file aside and recovers what can be read."};
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

// Of the gate, for a client: the doctor leaves one decision a client when it tries the wired commands out.
Result<std::optional<Event>> last_decision(Connection& connection) {
    constexpr std::int64_t more_than_clients = 20;
    BadRows bad;
    HM_TRY_ASSIGN(const auto own, sessions_called(connection, probe_session));
    HM_TRY_ASSIGN(auto decisions, list_events(connection, {.kind_prefix = "gate.", .limit = more_than_clients}, bad));
    const auto is_for_client = [&](const Event& event) {
        return event.session_id && std::ranges::find(own, *event.session_id) == own.end();
    };
    const auto found = std::ranges::find_if(decisions, is_for_client);
    return found == decisions.end() ? std::nullopt : std::optional(std::move(*found));
}

Finding last_sign_of_life(const std::optional<Event>& decision, Time now) {
    if (!decision) {
        return {Severity::warning, "gate", "No client's tool call has been seen yet.",
                "Start the client in this project and let it call a tool."};
    }
    return {
        Severity::fine, "gate",
        fmt::format("Last decision {} minutes ago: {}.", (now - decision->at).ms / 60'000, decision->summary.view()),
        ""};
}

void add_place(std::vector<Finding>& findings, const ProjectPaths& paths) {
    // Asked and not tried: looking changes nothing.
    if (access(paths.store.c_str(), W_OK) != 0) {
        findings.push_back({Severity::trouble, "store",
                            fmt::format("{} cannot be written: {}. Nothing is recorded, and what fails closed refuses.",
                                        paths.store.string(), std::generic_category().message(errno)),
                            "Make it writable for this user."});
    }
    if (const auto kind = unfit_file_system(file_system_kind(paths.store)); !kind.empty()) {
        findings.push_back({Severity::trouble, "disk",
                            fmt::format("The store lies on {}, where several processes cannot share it.", kind),
                            "Move the project to a local disk."});
    }
    if (may_lose_commits(file_system_kind(paths.store))) {
        findings.push_back({Severity::warning, "disk",
                            fmt::format("{} lies on FUSE or virtiofs. Processes that reach it another way too, as a "
                                        "host and its container do, lose each other's writes without a sign.",
                                        paths.store.string()),
                            "Let only one side run HiveMind, or keep the project on a local disk."});
    }
    if (const auto move = due_move(paths.root)) {
        findings.push_back(
            {Severity::warning, "store",
             move->is_begun
                 ? fmt::format("The store was moved, but part of it is still in {}.", move->from.store.string())
                 : fmt::format("The store lies in {}, where `git clean -x` and `git stash --all` take it.",
                               move->from.store.string()),
             fmt::format("Run `hivemind init`: it moves it to {}.", move->to.store.string())});
    }
    if (const auto unused = unused_store(paths); !unused.empty()) {
        findings.push_back(
            {Severity::warning, "store",
             fmt::format("{} is not used: it is an old store or came with the repository.", unused.string()),
             "Remove it when it is of no use; the project's store is " + paths.database.string() + "."});
    }
    for (const std::string& file : too_open_files(paths)) {
        findings.push_back(
            {Severity::warning, "files", fmt::format("{} can be read by others.", file), std::string(mend_it)});
    }
}

void add_trust(std::vector<Finding>& findings, const ProjectPaths& paths) {
    const auto record = find_trust(paths.database);
    if (!record) {
        findings.push_back(
            {Severity::trouble, "trust",
             "The store came from elsewhere: agents do not get it, and its grants and settings do not "
             "count.",
             "Look at it and accept it with `hivemind trust`, or remove .hivemind and run `hivemind init`."});
        return;
    }
    findings.push_back({Severity::fine, "trust",
                        fmt::format("The store is yours: {} {}.",
                                    record->origin == TrustOrigin::made ? "made here" : "accepted", to_iso(record->at)),
                        ""});
}

void add_copies(std::vector<Finding>& findings, const ProjectPaths& paths) {
    const auto backups = list_backups(paths);
    findings.push_back({Severity::fine, "backups",
                        backups.empty() ? "none yet"
                                        : fmt::format("{}, the newest is backups/{}", backups.size(),
                                                      backups.back().filename().string()),
                        backups.empty() ? "`hivemind backup` makes one." : ""});
    if (!paths.git.empty() && paths.store != paths.directory) {
        findings.push_back(
            {Severity::fine, "backups",
             fmt::format("The store and its own copies lie in {}: deleting the repository takes them all.",
                         paths.git.string()),
             "`hivemind backup FILE` puts a copy elsewhere."});
    }
    if (const auto aside = list_aside(paths); !aside.empty()) {
        findings.push_back(
            {Severity::fine, "aside",
             fmt::format("{} kept of earlier stores, the last is aside/{}", aside.size(),
                         aside.back().filename().string()),
             fmt::format("Remove them from {} when they are of no use.", (paths.store / "aside").string())});
    }
    if (const auto left = left_over_files(paths); !left.empty()) {
        findings.push_back({Severity::warning, "files",
                            fmt::format("{} half-made files were left behind, {} among them.", left.size(),
                                        left.front().filename().string()),
                            std::string(mend_it)});
    }
}

Result<void> add_rows(std::vector<Finding>& findings, Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(BadRows rows, unreadable_rows(connection));
    HM_TRY_ASSIGN(const auto dangling, find_dangling(connection, most_looked_at));
    for (const DanglingReference& reference : dangling) {
        rows.push_back({reference.table, reference.id, describe(reference)});
    }
    HM_TRY_ASSIGN(const RegisterFaults faults, compare_register(connection, most_looked_at));
    rows.insert(rows.end(), faults.wrong.begin(), faults.wrong.end());
    rows.insert(rows.end(), faults.taken.begin(), faults.taken.end());
    add_bad_rows(findings, rows);
    keep_chain_breaks(dangling, workspace);
    // A store that cannot be written now is examined all the same.
    if (!dangling.empty()) (void)record_chain_breaks(dangling, workspace);
    return {};
}

Result<void> add_spool(std::vector<Finding>& findings, const ProjectPaths& paths) {
    HM_TRY_ASSIGN(const std::size_t spooled, count_spool(paths));
    if (spooled > 0) {
        findings.push_back({Severity::warning, "spool", fmt::format("{} records wait for the next write.", spooled),
                            std::string(mend_it)});
    }
    if (const std::size_t refused = count_refused(paths); refused > 0) {
        findings.push_back(
            {Severity::warning, "spool", fmt::format("{} files could not be taken in.", refused),
             fmt::format("Look at {}/*.refused; remove them when they are of no use.", paths.spool.string())});
    }
    return {};
}

// What failed lately in HiveMind itself, what still waits in the spool included.
Result<void> add_engine_failures(std::vector<Finding>& findings, Workspace& workspace) {
    constexpr std::int64_t most_listed = 100;
    constexpr Duration lately = hours(24 * 7);
    BadRows bad;
    const Time now = workspace.clock.now();
    HM_TRY_ASSIGN(
        std::vector<Event> failures,
        list_events(workspace.store.connection(),
                    {.kind_prefix = "engine.", .since = Time{now.ms - lately.ms}, .limit = most_listed}, bad));
    std::vector<Event> waiting = waiting_events(workspace.store.paths(), engine_failure_kind);
    std::move(waiting.begin(), waiting.end(), std::back_inserter(failures));
    if (failures.empty()) return {};
    const auto last = std::ranges::max_element(failures, {}, [](const Event& event) { return event.at.ms; });
    findings.push_back({Severity::warning, "engine",
                        fmt::format("{} of HiveMind itself within a week, the last {} ago: {}",
                                    failures.size() == 1 ? "One failure" : fmt::format("{} failures", failures.size()),
                                    coarse_age(now - last->at), last->summary.view()),
                        "`hivemind log --kind engine` lists them."});
    return {};
}

// A project's own roles that cannot be read leave their agents with the least.
Result<void> add_settings(std::vector<Finding>& findings, Connection& connection) {
    BadRows bad;
    HM_TRY(load_settings(connection, bad));
    for (const BadRow& row : bad) {
        findings.push_back({Severity::trouble, "settings",
                            fmt::format("{}: {}; {} counts", row.id, row.reason,
                                        row.id == "mode" ? "strict, to be safe," : "the default"),
                            row.id == "roles" ? "Describe the roles again with `hivemind role set`."
                                              : fmt::format("Set it again with `hivemind config set {}`.", row.id)});
    }
    return {};
}

Result<void> add_outside_changes(std::vector<Finding>& findings, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const auto changes, changed_tree_files(workspace, Deadline::in(longest_walk), bad));
    if (changes.empty()) return {};
    findings.push_back({is_grave(changes) ? Severity::trouble : Severity::warning, "files", outside_text(changes),
                        "Look at them with `git diff`; a person's own changes need nothing."});
    return record_outside_changes(changes, workspace);
}

Result<void> add_decisions(std::vector<Finding>& findings, Workspace& workspace) {
    constexpr std::size_t most_named = 5;
    BadRows bad;
    HM_TRY_ASSIGN(const auto broken,
                  decisions_not_kept(workspace.store.paths().root, workspace.store.connection(), bad));
    for (std::size_t i = 0; i < std::min(broken.size(), most_named); ++i) {
        findings.push_back(
            {Severity::warning, "decisions",
             fmt::format("\"{}\": {}.", broken[i].decision.question.view(),
                         to_words(broken[i].chosen, broken[i].comparison)),
             "Follow the decision, or put the question anew with `hivemind decision add --supersedes`."});
    }
    return {};
}

Result<void> add_artifacts(std::vector<Finding>& findings, Workspace& workspace) {
    constexpr std::int64_t most_documents = 200;
    BadRows bad;
    HM_TRY_ASSIGN(const auto found, artifacts_not_current(most_documents, workspace.store.paths().root,
                                                          workspace.store.connection(), bad));
    if (found.empty()) return {};
    findings.push_back({Severity::warning, "documents",
                        fmt::format("{} of the work {} not current, \"{}\" among them: {}.",
                                    found.size() == 1 ? "One document" : fmt::format("{} documents", found.size()),
                                    found.size() == 1 ? "is" : "are", found.front().artifact.title.view(),
                                    findings_in_words(found.front().judged)),
                        "`hivemind artifact list` shows how each stands, `hivemind artifact show <id>` what to do."});
    return {};
}

// Told until it was taken in.
Result<void> add_old_data(std::vector<Finding>& findings, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const auto imports,
                  list_events(workspace.store.connection(), {.kind_prefix = "import", .limit = 1}, bad));
    if (!imports.empty()) return {};
    const auto old = old_data_in(workspace.store.paths().root);
    if (!old.empty()) findings.push_back({Severity::warning, "older data", old_data_text(old), "hivemind import"});
    return {};
}

}  // namespace

Result<std::vector<Finding>> examine_store(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<Finding> findings;
    HM_TRY_ASSIGN(const std::string check, quick_check(connection));
    findings.push_back(store_finding(check));
    HM_TRY_ASSIGN(const int version, read_schema_version(connection));
    findings.push_back({Severity::fine, "versions",
                        fmt::format("hivemind {}, schema {}, SQLite {}", HIVEMIND_VERSION, version, sqlite_version()),
                        ""});
    add_trust(findings, paths);
    add_place(findings, paths);
    add_copies(findings, paths);
    // Reading a damaged store row by row would only fail; it is recovered first.
    if (check != "ok") return findings;
    HM_TRY(add_rows(findings, workspace));
    HM_TRY(add_spool(findings, paths));
    HM_TRY(add_engine_failures(findings, workspace));
    HM_TRY(add_settings(findings, connection));
    HM_TRY(add_old_data(findings, workspace));
    HM_TRY(add_artifacts(findings, workspace));
    HM_TRY(add_decisions(findings, workspace));
    // A tree that cannot be looked through, or a view of it that cannot be kept, is no trouble of the store.
    (void)add_outside_changes(findings, workspace);
    HM_TRY_ASSIGN(const auto decision, last_decision(connection));
    findings.push_back(last_sign_of_life(decision, workspace.clock.now()));
    HM_TRY_ASSIGN(const auto clients, clients_seen(connection, probe_session));
    for (const ClientSeen& client : clients) {
        findings.push_back({Severity::fine, "seen",
                            fmt::format("{}, last event {} ago", client.client,
                                        coarse_age(workspace.clock.now() - client.last_event_at)),
                            ""});
    }
    return findings;
}

Result<std::optional<Duration>> fired_ago(Workspace& workspace, std::string_view client, Time after) {
    const std::string root = workspace.store.paths().root.string();
    HM_TRY_ASSIGN(const auto at, last_fired_at(workspace.store.connection(), {client, root, probe_session, after}));
    return at ? std::optional(workspace.clock.now() - *at) : std::nullopt;
}

namespace {

constexpr std::int64_t mended_at_once = 10'000;
// A record that goes leaves others that named it; each round takes those.
constexpr int most_rounds = 100;

class Mender {
public:
    Mender(Transaction& transaction, Workspace& workspace)
        : transaction_(transaction), workspace_(workspace), now_(workspace.clock.now()) {}

    // First of all: a record that the register lacks would count as one that does not exist.
    Result<void> mend_register() {
        HM_TRY_ASSIGN(renewed_, renew_register(transaction_.connection()));
        if (renewed_ > 0) HM_TRY(record_lines({renewed_line()}));
        HM_TRY_ASSIGN(const RegisterFaults left, compare_register(transaction_.connection(), mended_at_once));
        return mend_unreadable(left.taken);
    }

    Result<void> mend_unreadable(const BadRows& rows) {
        for (const BadRow& row : rows) {
            HM_TRY_ASSIGN(const std::size_t moved, quarantine_bad_rows(transaction_, {row}, now_));
            if (moved == 0) continue;
            ++moved_;
            HM_TRY(record_fix(transaction_, fmt::format("moved {} {} to quarantine", row.table, row.id), row.id,
                              {{"table", row.table}, {"reason", shorten(repair_utf8(row.reason), 500)}}, workspace_));
        }
        return {};
    }

    Result<void> mend_references() {
        for (int round = 0; round < most_rounds; ++round) {
            HM_TRY_ASSIGN(const auto dangling, find_dangling(transaction_.connection(), mended_at_once));
            if (dangling.empty()) return {};
            for (const DanglingReference& reference : dangling) HM_TRY(mend(reference));
        }
        return {};
    }

    Result<void> record_lines(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) HM_TRY(record_fix(transaction_, line, "", {}, workspace_));
        return {};
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> lines;
        if (renewed_ > 0) lines.push_back(renewed_line());
        if (moved_ > 0) lines.push_back(fmt::format("moved {} rows to quarantine", moved_));
        if (emptied_ > 0) lines.push_back(fmt::format("emptied {} references that led nowhere", emptied_));
        return lines;
    }

private:
    std::string renewed_line() const { return fmt::format("renewed {} lines of the register of records", renewed_); }

    Result<void> mend(const DanglingReference& reference) {
        HM_TRY(record_chain_break(transaction_, reference, workspace_));
        HM_TRY_ASSIGN(const std::string done, mend_dangling(transaction_, reference, now_));
        ++(reference.place == ReferencePlace::optional_field ? emptied_ : moved_);
        return record_fix(transaction_, done, reference.id,
                          {{"noun", reference.noun},
                           {"column", reference.table + "." + reference.column},
                           {"named", shorten(repair_utf8(reference.value), 200)}},
                          workspace_);
    }

    Transaction& transaction_;
    Workspace& workspace_;
    Time now_;
    std::int64_t renewed_ = 0;
    std::size_t moved_ = 0;
    std::size_t emptied_ = 0;
};

std::vector<std::string> mend_files(const ProjectPaths& paths) {
    std::vector<std::string> done;
    if (!too_open_files(paths).empty()) {
        close_to_others(paths);
        done.emplace_back("closed the store's files to others");
    }
    std::size_t removed = 0;
    for (const std::filesystem::path& file : left_over_files(paths)) {
        std::error_code error;
        if (std::filesystem::remove_all(file, error) > 0 && !error) ++removed;
    }
    if (removed > 0) done.push_back(fmt::format("removed {} half-made files", removed));
    return done;
}

}  // namespace

Result<std::vector<std::string>> mend_store(Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    const ProjectPaths& paths = workspace.store.paths();
    std::vector<std::string> done = mend_files(paths);
    HM_TRY_ASSIGN(const BadRows rows, unreadable_rows(connection));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::power_loss));
    // Rows that others name must be removable; what then dangles is mended in the same transaction.
    HM_TRY(connection.execute("PRAGMA defer_foreign_keys=ON"));
    Mender mender(transaction, workspace);
    HM_TRY(mender.record_lines(done));
    HM_TRY(mender.mend_register());
    HM_TRY(mender.mend_unreadable(rows));
    HM_TRY(mender.mend_references());
    HM_TRY_ASSIGN(const auto taken_in, take_in_spool(transaction, paths, workspace.ids));
    if (!taken_in.taken.empty()) {
        done.push_back(fmt::format("took in {} records from the spool", taken_in.taken.size()));
        HM_TRY(mender.record_lines({done.back()}));
    }
    HM_TRY(transaction.commit());
    tidy_spool(taken_in);
    HM_TRY_ASSIGN(const std::int64_t filled, fill_all_missing_prints(connection));
    if (filled > 0) done.push_back(fmt::format("gave {} memories the words and prints that they are found by", filled));
    for (std::string& line : mender.lines()) done.push_back(std::move(line));
    return done;
}

// The doctor's last resort: a store that SQLite calls damaged.

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
    if (!was_closed(project.root()) || effective_fail(settings) == FailMode::closed) return std::string();
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
