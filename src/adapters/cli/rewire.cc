#include "adapters/cli/rewire.h"

#include <fmt/format.h>

#include "adapters/cli/exit_codes.h"
#include "adapters/cli/own_changes.h"
#include "adapters/cli/wire_clients.h"
#include "adapters/wiring/changes.h"
#include "app/fail_mark.h"

namespace hm::cli {
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

}  // namespace hm::cli
