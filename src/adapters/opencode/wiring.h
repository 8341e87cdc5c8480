// What `hivemind init --client opencode` changes in a project: the plugin, profiles of agents, commands and a skill
// below .opencode, and the plugin's line in OpenCode's configuration.
#pragma once

#include "adapters/wiring/client_wiring.h"

namespace hm::opencode {

ClientWiring wiring();

}  // namespace hm::opencode
