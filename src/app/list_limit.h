// How many rows a list may have when the caller does not say, and at the most.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace hm {

inline constexpr std::int64_t usual_list_limit = 50;
inline constexpr std::int64_t largest_list_limit = 10'000;

inline std::int64_t list_limit(std::optional<std::int64_t> asked) {
    return std::clamp<std::int64_t>(asked.value_or(usual_list_limit), 1, largest_list_limit);
}

}  // namespace hm
