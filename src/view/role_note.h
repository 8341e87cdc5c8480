// What an agent's role lets it do, said before it is refused something.
#pragma once

#include <string>

#include "domain/role.h"

namespace hm {

// Empty for a role that may do everything.
std::string role_note(const Role& role);

}  // namespace hm
