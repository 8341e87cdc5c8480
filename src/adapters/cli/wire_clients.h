// Wires clients to a project or to a person's own settings, and takes that back. Every change is shown and asked for
// first.
#pragma once

#include "adapters/cli/client_names.h"
#include "adapters/cli/report.h"
#include "adapters/wiring/client_wiring.h"

namespace hm::cli {

HM_ENUM(WiringAct, wire, unwire)

struct WireRequest {
    WiringAct act = WiringAct::wire;
    WiredClient client = WiredClient::all;
    WiringLevel level = WiringLevel::project;
    std::filesystem::path root;  // of the project
    FailMode fail = FailMode::open;
    bool yes = false;
    bool dry_run = false;
};

// The exit code.
Result<int> wire_clients(const WireRequest& request, Report& report, Environment& environment);

// Where a client is wired, at this level.
Result<WiringPlace> wiring_place(const WireRequest& request, const Environment& environment);

// Writes Claude Code's plugin into a folder.
Result<int> write_claude_plugin(const std::filesystem::path& folder, const WireRequest& request, Report& report,
                                Environment& environment);

}  // namespace hm::cli
