// What the doctor says about the clients: wired or not, whether the gate behind the wired command is live, what becomes
// of a call when it fails, and which holes are the client's own.
#pragma once

#include <vector>

#include "adapters/cli/environment.h"
#include "app/doctor.h"
#include "app/project.h"

namespace hm::cli {

Result<std::vector<Finding>> client_findings(Project& project, const Environment& environment);

}  // namespace hm::cli
