// What a person has allowed, in a clause that follows "a person": for the status and for the agents.
#pragma once

#include <string>

#include "domain/grant.h"

namespace hm {

std::string lever_text(const Grant& grant);

}  // namespace hm
