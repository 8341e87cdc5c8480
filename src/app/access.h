// Who may do what: some acts change what governs the agents and are a person's alone.
#pragma once

#include <string_view>

#include "app/actor.h"
#include "app/command.h"

namespace hm {

// Refuses an actor whom the access leaves out. `name` is what was asked for: "config set".
Result<void> check_access(std::string_view name, Access access, const Actor& actor);

}  // namespace hm
