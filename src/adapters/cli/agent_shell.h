// Who typed this command: a person, or an agent through its client's shell tool. Told by what the clients
// leave in the environment and by the processes above this one.
#pragma once

#include "domain/event.h"

namespace hm::cli {

ActorKind who_typed();

// Whether nobody is there who could have typed it: the processes above this one end at init, which did not start them,
// all of them are shells and their like, and the first of them has no terminal in whose foreground this process is.
// That is what `setsid -f` leaves. Under a program that runs (a CI runner, a test, an editor) it is false, and where
// processes cannot be looked at.
bool is_cut_off();

}  // namespace hm::cli
