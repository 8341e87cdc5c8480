#include "app/doctor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "app/chain_breaks.h"
#include "app/doctor_events.h"
#include "app/engine_failure.h"
#include "app/facts/load_artifact.h"
#include "app/facts/load_stack.h"
#include "app/outside_changes.h"
#include "store/backup.h"
#include "store/dangling.h"
#include "store/health.h"
#include "store/migrate.h"
#include "store/node_register.h"
#include "store/replace.h"
#include "store/spool.h"
#include "store/sql/event.h"
#include "store/sql/settings.h"
#include "store/trust.h"
#include "view/age_text.h"
#include "view/stack_text.h"

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
    if (access(paths.directory.c_str(), W_OK) != 0) {
        findings.push_back({Severity::trouble, "store",
                            fmt::format("{} cannot be written: {}. Nothing is recorded, and what fails closed refuses.",
                                        paths.directory.string(), std::generic_category().message(errno)),
                            "Make it writable for this user."});
    }
    if (const auto kind = unfit_file_system(file_system_kind(paths.directory)); !kind.empty()) {
        findings.push_back({Severity::trouble, "disk",
                            fmt::format(".hivemind lies on {}, where several processes cannot share it.", kind),
                            "Move the project to a local disk."});
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
    if (const auto aside = list_aside(paths); !aside.empty()) {
        findings.push_back({Severity::fine, "aside",
                            fmt::format("{} kept of earlier stores, the last is aside/{}", aside.size(),
                                        aside.back().filename().string()),
                            "Remove them from .hivemind/aside when they are of no use."});
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
        findings.push_back({Severity::warning, "spool", fmt::format("{} files could not be taken in.", refused),
                            "Look at .hivemind/spool/*.refused; remove them when they are of no use."});
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

}  // namespace hm
