// The command line: `hivemind <noun> <verb> --flag value`. Commands and queries come from the catalog;
// what works on the project as a whole or on the process (init, demo, serve) has its own file here.
#pragma once

#include "adapters/cli/environment.h"

namespace hm::cli {

// Returns the exit code.
int run(const Arguments& arguments, Environment& environment);

}  // namespace hm::cli
