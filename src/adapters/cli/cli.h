// The command line: `hivemind <noun> <verb> --flag value`. Commands and queries come from the catalog;
// what works on the project as a whole or on the process (init, demo, serve) has its own file here.
#pragma once

#include <map>
#include <string>

#include "adapters/cli/environment.h"

namespace hm::cli {

// Returns the exit code.
int run(const Arguments& arguments, Environment& environment);

// The pages of docs/reference, made from the entries, the agents' tools, the settings and the exit codes.
// Each file's name with its text, in Markdown. The same program always makes the same bytes.
std::map<std::string, std::string> reference_pages();

}  // namespace hm::cli
