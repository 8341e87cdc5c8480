// After a setting changed that is part of how clients are wired: shows what would have to change in them, and asks.
#pragma once

#include "adapters/cli/environment.h"
#include "app/project.h"

namespace hm::cli {

// Where nobody can be asked, only says which client is to be wired again.
void offer_rewiring(Project& project, bool wants_json, Environment& environment);

}  // namespace hm::cli
