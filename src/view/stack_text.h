// What was decided about a package beside what a manifest says of it, in words.
#pragma once

#include <string>

#include "engine/stack/stack.h"

namespace hm {

// "package.json has react ^17.0.2, decided was ^18"
std::string to_words(const StackPackage& chosen, const StackComparison& comparison);

}  // namespace hm
