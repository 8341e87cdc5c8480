// uninstall: takes a client's wiring out again. The project and its store stay.
#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/git_exclude.h"
#include "adapters/cli/own_changes.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/wire_clients.h"
#include "app/project.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

constexpr Duration open_deadline = seconds(1);

struct Uninstall {
    WiredClient client = WiredClient::all;
    bool global = false;
    bool yes = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Uninstall::client, "The client to take it out of; all: every one."));
        visit(field("global", &Uninstall::global, "From your own settings of the client, not from this project's."));
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

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Uninstall input, decode_as<Uninstall>(values, "uninstall"));
    Report report(wants_json, environment);
    const WireRequest request{.act = WiringAct::unwire,
                              .client = input.client,
                              .level = input.global ? WiringLevel::user : WiringLevel::project,
                              .root = project_root(environment.directory).value_or(environment.directory),
                              .yes = input.yes,
                              .dry_run = input.dry_run};
    // A store that cannot be opened is no reason to leave a client wired.
    auto project =
        Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(open_deadline));
    std::optional<Workspace> watched;
    if (project && !input.dry_run && !input.global) watched.emplace(project->workspace());
    if (watched) record_changes_so_far(*watched);
    HM_TRY_ASSIGN(const int exit_code, wire_clients(request, report, environment));
    // With the last client goes what was written for git; the store itself still ignores itself.
    if (input.client == WiredClient::all && !input.global && exit_code == success) {
        show_to_git_again(request.root, input.dry_run, report);
    }
    if (watched) watch_from_here(*watched);
    return report.end(exit_code);
}

}  // namespace

Procedure uninstall_procedure() {
    return {"uninstall",   "Take a client's wiring out again; the store stays.", "", &shape_of<Uninstall>, run,
            Access::person};
}

}  // namespace hm::cli
