// How a choice may be spelled by whoever calls: the names have '_', and people and models write '-' as well
// (`tech-stack`, `plan-driven`). What is no known name by either stays as it was given, for the error to name.
#pragma once

#include <string>

#include "base/shape.h"

namespace hm {

std::string as_choice(const Shape& shape, std::string given);

// The same for every field of an input that is a choice or a list of them.
void spell_choices(json::object& input, const Shape& shape);

}  // namespace hm
