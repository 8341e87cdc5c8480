// One event of a client that leaves more than one record: each under a key of its own, so that told twice it leaves
// each of them once.
#pragma once

#include <string_view>

#include "app/hooks/agent_event.h"

namespace hm {

inline AgentIdentity part_of(AgentIdentity who, std::string_view part) {
    if (!who.request_id.empty()) who.request_id.append(":").append(part);
    return who;
}

}  // namespace hm
