// What agents are told of a project whose store must not be used. Nothing in it is of the store's making, not even the
// name of what is wrong with it: that would be a way to speak to them.
#pragma once

#include <string>

#include "view/four_parts.h"

namespace hm {

// One line: what is wrong, and what a person can do. `because` is why the store is not used (app/project.h).
std::string stand_in_line(const Error& because);

// The same as an answer to a command.
FourParts stand_in_parts(const Error& because);

}  // namespace hm
