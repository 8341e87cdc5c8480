// How many paths one call may name and still be judged. Whoever reads a call keeps one more than these, so that the
// gate sees that there are more, and refuses what it did not look at.
#pragma once

#include <cstddef>

namespace hm {

inline constexpr std::size_t most_judged_paths = 500;

}  // namespace hm
