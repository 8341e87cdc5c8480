// A noun as people say it: "turning point", not turning_point.
#pragma once

#include <string>
#include <string_view>

#include "store/tables.h"

namespace hm {

std::string spoken(std::string_view noun);
// As it is typed: turning-point.
std::string typed(std::string_view noun);
std::string spoken_plural(const Table& table);

}  // namespace hm
