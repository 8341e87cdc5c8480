// After a setting changed that is part of how clients are wired: the wiring of those that are wired here follows it,
// and what changes in their files is shown. To wire a client at all is `init`'s, and asked for there.
#pragma once

#include "adapters/cli/report.h"
#include "app/project.h"

namespace hm::cli {

// The setting holds whatever comes of it; a client that could not be wired again is named.
void rewire_clients(Project& project, Report& report, Environment& environment);

}  // namespace hm::cli
