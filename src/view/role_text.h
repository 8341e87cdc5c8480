// What a role may do, in one sentence for the agent that has it.
#pragma once

#include <string>

#include "domain/role.h"

namespace hm {

std::string role_text(const Role& role);

}  // namespace hm
