// Shelves: where memories are filed, in one word.
#pragma once

#include <string_view>

namespace hm {

// Where a memory is filed when nobody says where.
inline constexpr std::string_view usual_shelf = "project";

}  // namespace hm
