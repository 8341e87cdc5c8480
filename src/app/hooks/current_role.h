// The role that a session acts in now: that of the agent's profile when the agent has one, else the one that its work
// was delegated to, else the one it was seen with first. Clients switch agents within a session, and roles are added
// later, so it is worked out for every event and never stored.
#pragma once

#include <string>
#include <string_view>

#include "domain/session.h"
#include "domain/settings.h"
#include "store/records.h"

namespace hm {

// What the client calls the agent now, or what it called it first.
std::string agent_name(const Session& session, std::string_view told);

// Reads only.
Result<void> take_current_role(Session& session, std::string_view agent, const Settings& settings,
                               Connection& connection, BadRows& bad);

}  // namespace hm
