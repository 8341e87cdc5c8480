#include "adapters/cli/rewire.h"

#include <fmt/format.h>
#include <unistd.h>

#include "adapters/cli/wire_clients.h"
#include "adapters/wiring/changes.h"

namespace hm::cli {

void offer_rewiring(Project& project, bool wants_json, Environment& environment) {
    const auto settings = project.settings();
    if (!settings) return;
    for (const ClientWiring& wiring : all_wirings()) {
        WireRequest request{.root = project.root(), .fail = effective_fail(*settings)};
        request.client = *enum_named<WiredClient>(wiring.client);
        const auto place = wiring_place(request, environment);
        if (!place) continue;
        const auto state = wiring_state(wiring, *place);
        if (!state || *state != WiringState::different) continue;
        if (!wants_json && isatty(STDIN_FILENO) != 0) {
            Report report(wants_json, environment);
            // Whatever comes of it, the setting is kept; the doctor names a client that is wired otherwise.
            if (wire_clients(request, report, environment)) continue;
        }
        environment.err(fmt::format("{} is wired for another mode. Run `hivemind init --client {}`.\n", wiring.name,
                                    wiring.client));
    }
}

}  // namespace hm::cli
