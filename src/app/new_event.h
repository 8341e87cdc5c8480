// How every event begins: its id, its time, its kind, who did it, and its line for people within the limits of the
// trail. What it was decided on, and the ids it is about, are the caller's.
#pragma once

#include <string_view>

#include "app/actor.h"

namespace hm {

// REQUIRES: `kind` is a word, or the name of a command: "memory save" is the event "memory.save".
Event new_event(std::string_view kind, std::string_view summary, const Actor& actor, Time at, IdSource& ids);

// The key that makes a repeated request one; an empty or over-long one is none.
void set_request_id(Event& event, std::string_view request_id);

}  // namespace hm
