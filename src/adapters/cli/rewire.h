// After something changed that is part of how clients are wired (a setting, the project's place, the program): the
// wiring of those that are wired here follows it, and what changes in their files is shown. To wire a client at all is
// `init
// --client`'s, and asked for there.
#pragma once

#include "adapters/cli/report.h"
#include "app/project.h"

namespace hm::cli {

// After a changed setting, which holds whatever comes of it; a client that could not be wired again is named.
void rewire_clients(Project& project, Report& report, Environment& environment);

struct Consent {
    bool yes = false;
    bool dry_run = false;
};

// The same on a person's wish, asked for first. The exit code.
Result<int> mend_wiring(Project& project, Consent consent, Report& report, Environment& environment);

}  // namespace hm::cli
