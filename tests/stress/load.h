// How much a stress test does. The sanitizers make every process several times slower, so they get less.
#pragma once

#include <cstdlib>
#include <random>
#include <string>

#include <fmt/format.h>

namespace hm::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr int sanitizer_divisor = 8;
#else
inline constexpr int sanitizer_divisor = 1;
#endif

constexpr int scaled(int size) {
    return size / sanitizer_divisor;
}

// HIVEMIND_STRESS_ROUNDS, or the usual number.
inline int rounds(int usual) {
    const char* asked = std::getenv("HIVEMIND_STRESS_ROUNDS");
    return asked == nullptr ? scaled(usual) : std::atoi(asked);
}

// Chance that can be repeated: the seed is printed, and HIVEMIND_STRESS_SEED sets it. Each round has a seed of its own,
// so that one alone can be repeated.
inline std::mt19937 printed_chance(int round = 0) {
    static const auto by_chance = static_cast<unsigned>(std::random_device{}());
    const char* asked = std::getenv("HIVEMIND_STRESS_SEED");
    const unsigned first = asked == nullptr ? by_chance : static_cast<unsigned>(std::stoul(asked));
    const unsigned seed = first + static_cast<unsigned>(round);
    fmt::print("HIVEMIND_STRESS_SEED={}\n", seed);
    return std::mt19937(seed);
}

}  // namespace hm::testing
