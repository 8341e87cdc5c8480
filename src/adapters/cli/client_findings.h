// What the doctor says about the clients: wired or not, whether the client itself has run a hook since (the trail
// says), whether something in its settings keeps it from that, whether the wired command works, what becomes of a call
// when it fails, and which holes are the client's own. That a command works when the doctor starts it is no sign that
// the client starts it, and is never told as one.
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
