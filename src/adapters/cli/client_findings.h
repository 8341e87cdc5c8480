// What the doctor says about the clients: wired or not, whether the gate behind the wired command is live, what becomes
// of a call when it fails, and which holes are the client's own.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/cli/environment.h"
#include "app/doctor.h"
#include "app/project.h"

namespace hm::cli {

// Of all clients, or of the one that is named: that one is also tried out itself where it can be, which takes a while.
Result<std::vector<Finding>> client_findings(Project& project, std::string_view only, const Environment& environment);

}  // namespace hm::cli
