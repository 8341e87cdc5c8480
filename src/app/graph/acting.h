// Acting: who acts, by the names under which work can be given to it: the client's name of the agent, and its role.
#pragma once

#include "app/command.h"
#include "domain/role.h"

namespace hm {

struct Acting {
    std::string agent;  // may be empty
    std::string role;   // empty for a person, and in a shell whose agent is not known
    Word name;          // the surest of them; "person" or "agent" when there is none
};

Result<Acting> acting(const CommandContext& context);

// Refuses an act that the role does not have: &RoleProfile::plan, &RoleProfile::delegate. `act` opens the refusal:
// "Planning".
Result<void> check_role_may(Permission RoleProfile::* permission, std::string_view act, const Actor& actor);

// A role that gives work away and changes nothing itself neither starts nor completes tasks.
Result<void> check_role_works(const Actor& actor, std::string_view act);

}  // namespace hm
