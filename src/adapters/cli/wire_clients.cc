// uninstall: takes clients' wiring out again. The project and its store stay, or go with --all.
#include "adapters/cli/wire_clients.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/git_exclude.h"
#include "adapters/cli/procedures.h"
#include "adapters/clients/shared/clients.h"
#include "adapters/wiring/changes.h"
#include "adapters/wiring/client_wiring.h"
#include "app/care/doctor_events.h"
#include "app/project/outside_changes.h"
#include "app/project/project.h"
#include "app/project/project_at.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

std::string_view how(const FileChange& change) {
    if (change.before == change.after) return "unchanged";
    return !change.before ? "new" : !change.after ? "removed" : "changed";
}

struct Planned {
    const ClientWiring* wiring;
    std::vector<FileChange> changes;
};

// Of all clients those are meant that are here; one that is named is meant in any case.
Result<std::vector<const ClientWiring*>> meant_clients(const WireRequest& request, const WiringPlace& place,
                                                       const Environment& environment) {
    std::vector<const ClientWiring*> meant;
    for (const ClientWiring& wiring : all_wirings()) {
        const bool is_named = wiring.client == name_of(request.client);
        const bool is_here =
            request.client == WiredClient::all &&
            (request.act == WiringAct::unwire || is_installed(wiring, place.homes, environment.variable));
        if (is_named || is_here) meant.push_back(&wiring);
    }
    if (meant.empty()) {
        return fail(ErrorCode::not_found, "No client was found on this machine.",
                    "Name the one to wire: --client claude-code, codex, gemini or opencode.");
    }
    return meant;
}

Result<std::vector<Planned>> plan(const WireRequest& request, const WiringPlace& place,
                                  const Environment& environment) {
    HM_TRY_ASSIGN(const auto meant, meant_clients(request, place, environment));
    std::vector<Planned> planned;
    for (const ClientWiring* wiring : meant) {
        HM_TRY_ASSIGN(auto changes,
                      request.act == WiringAct::wire ? plan_wiring(*wiring, place) : plan_unwiring(*wiring, place));
        planned.push_back({wiring, std::move(changes)});
    }
    return planned;
}

bool is_done(const Planned& planned) {
    return std::all_of(planned.changes.begin(), planned.changes.end(),
                       [](const FileChange& change) { return change.before == change.after; });
}

void show(const std::vector<Planned>& planned, const std::filesystem::path& root, Report& report) {
    json::array files;
    for (const Planned& client : planned) {
        for (const FileChange& change : client.changes) {
            files.push_back(json::object{
                {"client", client.wiring->client}, {"path", change.path.string()}, {"change", how(change)}});
            report.say(show_change(change, root));
        }
    }
    report.data()["files"] = std::move(files);
}

void say_done(const WireRequest& request, const std::vector<Planned>& planned, Report& report) {
    for (const Planned& client : planned) {
        if (request.act == WiringAct::unwire) {
            if (client.changes.empty()) continue;  // it was not wired
            report.say(fmt::format("{} is not wired any more.\n", client.wiring->name));
        } else {
            report.say(fmt::format("{} is wired. {}\n", client.wiring->name, client.wiring->next_step));
        }
    }
}

std::vector<std::filesystem::path> machine_files(const std::vector<Planned>& planned, const WiringPlace& place) {
    std::vector<std::filesystem::path> files;
    for (const Planned& client : planned) {
        for (const FileChange& change : client.changes) {
            const bool is_local =
                !place.is_shared(change.path) && change.path.string().starts_with(place.root.string());
            if (is_local) files.push_back(change.path);
        }
    }
    return files;
}

// Which file is for this machine and which for everybody, where there is an everybody.
void say_whose(const std::vector<Planned>& planned, const WiringPlace& place, Report& report) {
    const auto local = machine_files(planned, place);
    const GitExclusion exclusion = plan_exclude_files(place.root, local);
    if (!exclusion.is_in_git || place.level == WiringLevel::user) return;
    for (const Planned& client : planned) {
        for (const FileChange& change : client.changes) {
            if (!change.after || !change.path.string().starts_with(place.root.string())) continue;
            report.say(fmt::format(
                "{}: {}\n", change.path.lexically_relative(place.root).string(),
                place.is_shared(change.path)
                    ? "shared, git keeps it; a colleague without HiveMind goes on, and is told how to install it"
                    : "this machine only, kept out of git by info/exclude"));
        }
    }
}

void write_exclusion(GitExclusion exclusion) {
    if (!exclusion.changes.empty()) make_git_changes(exclusion);
}

}  // namespace

Result<WiringPlace> wiring_place(const WireRequest& request, const Environment& environment) {
    auto found = client_homes(environment.variable);
    // The only one that can do without a person's settings.
    const bool needs_home = request.client != WiredClient::opencode || request.level == WiringLevel::user;
    if (!found && needs_home) return fail(std::move(found).error());
    ClientHomes homes = found ? std::move(*found) : ClientHomes();
    WiringPlace place{request.level, request.root, environment.program, request.fail, std::move(homes)};
    place.moved_from = moved_from(place);
    if (request.level == WiringLevel::project) {
        place.shared = kept_by_git(request.root, {".claude", ".codex", ".gemini", ".opencode", ".mcp.json",
                                                  "opencode.json", "opencode.jsonc"});
    }
    return place;
}

Result<int> wire_clients(const WireRequest& request, Report& report, Environment& environment) {
    HM_TRY_ASSIGN(const WiringPlace place, wiring_place(request, environment));
    HM_TRY_ASSIGN(const std::vector<Planned> planned, plan(request, place, environment));
    show(planned, request.root, report);
    const bool has_nothing_to_do = std::all_of(planned.begin(), planned.end(), is_done);
    const std::string_view done = request.act == WiringAct::wire ? "is_wired" : "is_unwired";
    report.data()[done] = has_nothing_to_do;
    if (has_nothing_to_do && request.act == WiringAct::unwire) report.say("Nothing is wired here.\n");
    if (request.act == WiringAct::wire) say_whose(planned, place, report);
    const bool is_in_project = request.level == WiringLevel::project;
    const auto local = machine_files(planned, place);
    // A file that older programs left in git's sight is wired already and only has to be hidden.
    if (has_nothing_to_do && request.act == WiringAct::wire && is_in_project && !request.dry_run) {
        write_exclusion(plan_exclude_files(request.root, local));
    }
    if (has_nothing_to_do || request.dry_run) return success;
    if (const auto ended = ended_without_consent(request.yes, "Make these changes?", environment)) return *ended;
    for (const Planned& client : planned) {
        HM_TRY(request.act == WiringAct::wire ? wire(*client.wiring, place, environment.clock.now())
                                              : unwire(*client.wiring, place));
    }
    if (is_in_project) {
        write_exclusion(request.act == WiringAct::wire ? plan_exclude_files(request.root, local)
                                                       : plan_include_files(request.root, local));
    }
    report.data()[done] = true;
    say_done(request, planned, report);
    return success;
}

Result<int> write_claude_plugin(const std::filesystem::path& folder, const WireRequest& request, Report& report,
                                Environment& environment) {
    std::vector<FileChange> changes;
    for (const auto& file : claude_code::plugin_files(environment.program, request.fail)) {
        FileChange change{folder / file.path, {}, file.text};
        HM_TRY_ASSIGN(change.before, read_whole_file(change.path));
        report.say(show_change(change, folder));
        changes.push_back(std::move(change));
    }
    report.data()["plugin"] = folder.string();
    if (request.dry_run) return success;
    if (const auto ended = ended_without_consent(request.yes, "Write these files?", environment)) return *ended;
    for (const FileChange& change : changes) HM_TRY(make_change(change, folder / ".replaced"));
    report.say(
        fmt::format("Claude Code's plugin is in {}. `claude plugin marketplace add {}`, then "
                    "`claude plugin install hivemind@hivemind`.\n",
                    folder.string(), folder.string()));
    return success;
}

namespace {

// For the clients that are wired here otherwise than the settings say now.
std::vector<WireRequest> due_requests(const Project& project, FailMode fail, const Environment& environment) {
    std::vector<WireRequest> due;
    for (const ClientWiring& wiring : all_wirings()) {
        WireRequest request{.root = project.root(), .fail = fail, .yes = true};
        request.client = *enum_named<WiredClient>(wiring.client);
        const auto place = wiring_place(request, environment);
        const auto state = place ? wiring_state(wiring, *place) : Result<WiringState>(WiringState::absent);
        if (state && *state == WiringState::different) due.push_back(std::move(request));
    }
    return due;
}

}  // namespace

void rewire_clients(Project& project, Report& report, Environment& environment) {
    const auto settings = project.settings();
    if (!settings) return;
    const FailMode fail = effective_fail(*settings);
    if (const auto kept = keep_fail_mark(project.root(), fail); !kept) environment.err(kept.error().what + "\n");
    const std::vector<WireRequest> due = due_requests(project, fail, environment);
    if (due.empty()) return;
    Workspace workspace = project.workspace();
    record_changes_so_far(workspace);
    for (const WireRequest& request : due) {
        if (const auto wired = wire_clients(request, report, environment); !wired) {
            const std::string_view client = name_of(request.client);
            environment.err(fmt::format("{} could not be wired again: {} Run `hivemind init --client {}`.\n", client,
                                        wired.error().what, client));
        }
    }
    watch_from_here(workspace);
}

Result<int> mend_wiring(Project& project, Consent consent, Report& report, Environment& environment) {
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    for (WireRequest& request : due_requests(project, effective_fail(settings), environment)) {
        request.yes = consent.yes;
        request.dry_run = consent.dry_run;
        report.say(
            fmt::format("{} is wired here, but not as this program would wire it now:\n", name_of(request.client)));
        HM_TRY_ASSIGN(const int exit_code, wire_clients(request, report, environment));
        if (exit_code != success) return exit_code;
    }
    return success;
}

namespace {

constexpr Duration uninstall_open_deadline = seconds(1);

struct Uninstall {
    std::optional<WiredClient> client;
    bool global = false;
    bool all = false;
    bool yes = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Uninstall::client, "The client to take it out of; left out or all: every one."));
        visit(field("global", &Uninstall::global, "From your own settings of the client, not from this project's."));
        visit(field("all", &Uninstall::all,
                    "Remove everything of the project's too: store, backups, keys and the record of trust."));
        visit(field("yes", &Uninstall::yes, "Make the shown changes without asking."));
        visit(field("dry_run", &Uninstall::dry_run, "Only show what would be changed."));
    }
};

void show_to_git_again(const std::filesystem::path& root, bool dry_run, Report& report) {
    GitExclusion exclusion = plan_git_include(root);
    if (!dry_run) make_git_changes(exclusion);
    for (const FileChange& change : exclusion.changes) {
        report.say(fmt::format("{} {}: the lines about .hivemind\n", dry_run ? "would change" : "took out of",
                               change.path.string()));
    }
    if (!exclusion.trouble.empty()) report.say(fmt::format("git's exclude file stays: {}\n", exclusion.trouble));
}

// The hook of git that `init --git` wrote; one of somebody else stays.
void take_git_hook_away(const std::filesystem::path& root, Report& report) {
    const auto removed = remove_git_hook(root);
    if (removed && *removed) report.say("took git's hook away\n");
}

// With the last client: what is of use to wired clients alone.
void remove_keys(const std::filesystem::path& root, bool dry_run, Report& report) {
    std::error_code error;
    const std::filesystem::path token = store_folder(root) / "mcp.token";
    if (!std::filesystem::exists(token, error)) return;
    if (!dry_run) std::filesystem::remove(token, error);
    report.say(fmt::format("{} {}\n", dry_run ? "would remove" : "removed", token.string()));
}

void say_what_stays(const std::filesystem::path& root, Report& report) {
    json::array stays;
    for (const std::filesystem::path& file : own_files(root)) stays.emplace_back(file.string());
    if (stays.empty()) return;
    report.data()["stays"] = stays;
    report.say(
        fmt::format("The store stays, with its backups and what lies in .hivemind: {}. `hivemind uninstall --all` "
                    "removes it too.\n",
                    store_folder(root).string()));
}

// For good, so what goes is shown and asked about.
Result<int> remove_everything(const Uninstall& input, const std::filesystem::path& root, Report& report,
                              Environment& environment) {
    json::array files;
    for (const std::filesystem::path& file : own_files(root)) {
        files.emplace_back(file.string());
        report.say(fmt::format("{} {}\n", input.dry_run ? "would remove" : "to be removed:", file.string()));
    }
    report.data()["removed"] = files;
    if (input.dry_run || files.empty()) return success;
    const auto ended = ended_without_consent(
        input.yes, "Remove all this for good, the memories included? `hivemind backup FILE` keeps a copy elsewhere.",
        environment);
    if (ended) return *ended;
    json::array stays;
    for (const std::string& left : remove_own_files(root)) {
        stays.emplace_back(left);
        report.say(fmt::format("stays: {}\n", left));
    }
    report.data()["stays"] = std::move(stays);
    report.say(
        "Nothing of HiveMind is left here but the program itself; `hivemind install --uninstall` removes that.\n");
    return success;
}

Result<int> run_uninstall(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Uninstall input, decode_as<Uninstall>(values, "uninstall"));
    const WiredClient client = input.client.value_or(WiredClient::all);
    if (input.all && (input.global || client != WiredClient::all)) {
        return fail(ErrorCode::invalid_input, "--all together with --client or --global.",
                    "Use --all alone: it takes out every client and removes the project's store.");
    }
    Report report(wants_json, environment);
    const WireRequest request{.act = WiringAct::unwire,
                              .client = client,
                              .level = input.global ? WiringLevel::user : WiringLevel::project,
                              .root = project_root(environment.directory).value_or(environment.directory),
                              .yes = input.yes,
                              .dry_run = input.dry_run};
    // A store that cannot be opened is no reason to leave a client wired.
    auto project =
        Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(uninstall_open_deadline));
    std::optional<Workspace> watched;
    if (project && !input.dry_run && !input.global) watched.emplace(project->workspace());
    if (watched) record_changes_so_far(*watched);
    HM_TRY_ASSIGN(const int exit_code, wire_clients(request, report, environment));
    // With the last client goes what was written for git; the store itself still ignores itself.
    if (client == WiredClient::all && !input.global && exit_code == success) {
        show_to_git_again(request.root, input.dry_run, report);
        // Nobody misses the store of a project that is wired to nothing.
        if (!input.dry_run) forget_known_place(request.root);
        if (!input.dry_run) take_git_hook_away(request.root, report);
        remove_keys(request.root, input.dry_run, report);
        if (!input.all) say_what_stays(request.root, report);
    }
    if (watched) watch_from_here(*watched);
    if (!input.all || exit_code != success) return report.end(exit_code);
    watched.reset();
    project = fail(ErrorCode::not_initialised, "", "");  // closes the store
    HM_TRY_ASSIGN(const int removed, remove_everything(input, request.root, report, environment));
    return report.end(removed);
}

}  // namespace

Procedure uninstall_procedure() {
    return {"uninstall",
            "Take clients' wiring out again; the store stays unless --all says otherwise.",
            "",
            &shape_of<Uninstall>,
            run_uninstall,
            Access::person,
            nullptr,
            always_loosens};
}

void record_changes_so_far(Workspace& workspace) {
    constexpr Duration longest_look = milliseconds(250);
    BadRows bad;
    const auto changes = changed_tree_files(workspace, Deadline::in(longest_look), bad);
    if (changes && !changes->empty()) (void)record_outside_changes(*changes, workspace);
    const auto watched = changed_watched_files(workspace);
    if (watched && !watched->empty()) (void)record_outside_changes(*watched, workspace);
}

void watch_from_here(Workspace& workspace) {
    std::error_code error;
    std::filesystem::remove(workspace.store.paths().directory / "seen" / "tree", error);
    (void)begin_watching_tree(workspace);
    (void)changed_watched_files(workspace);  // what was just written into settings of clients is no news
}

}  // namespace hm::cli
