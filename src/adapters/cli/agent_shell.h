// Who typed this command: a person, or an agent through its client's shell tool. Told by what the clients
// leave in the environment and by the processes above this one.
#pragma once

#include "domain/event.h"

namespace hm::cli {

ActorKind who_typed();

}  // namespace hm::cli
