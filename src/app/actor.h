// Actor: who asks. A person at a terminal has no session; an agent acts in one, with a role.
#pragma once

#include <optional>
#include <string>

#include "base/id.h"
#include "domain/event.h"

namespace hm {

struct Actor {
    ActorKind kind = ActorKind::person;
    std::string role;  // empty for a person
    std::optional<Id> session_id;
    std::string session_stamp;
};

// The role, or what kind of actor it is when it has none.
inline std::string actor_name(const Actor& actor) {
    return actor.role.empty() ? std::string(name_of(actor.kind)) : actor.role;
}

}  // namespace hm
