// How far work may be handed on.
#pragma once

#include <cstdint>

namespace hm {

// A main agent's children are at depth 1.
inline constexpr std::int64_t deepest_delegation = 3;

}  // namespace hm
