#include "adapters/cli/rewire.h"

#include <fmt/format.h>

#include "adapters/cli/wire_clients.h"
#include "adapters/wiring/changes.h"
#include "app/fail_mark.h"

namespace hm::cli {

void rewire_clients(Project& project, bool wants_json, Environment& environment) {
    const auto settings = project.settings();
    if (!settings) return;
    const FailMode fail = effective_fail(*settings);
    if (const auto kept = keep_fail_mark(project.root(), fail); !kept) environment.err(kept.error().what + "\n");
    for (const ClientWiring& wiring : all_wirings()) {
        WireRequest request{.root = project.root(), .fail = fail, .yes = true};
        request.client = *enum_named<WiredClient>(wiring.client);
        const auto place = wiring_place(request, environment);
        if (!place) continue;
        const auto state = wiring_state(wiring, *place);
        if (!state || *state != WiringState::different) continue;
        Report report(wants_json, environment);
        if (const auto wired = wire_clients(request, report, environment); !wired) {
            environment.err(fmt::format("{} could not be wired again: {} Run `hivemind init --client {}`.\n",
                                        wiring.name, wired.error().what, wiring.client));
        }
    }
}

}  // namespace hm::cli
