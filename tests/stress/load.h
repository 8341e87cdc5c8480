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

// Chance that can be repeated: the seed is printed, and HIVEMIND_STRESS_SEED sets it.
inline std::mt19937 printed_chance() {
    const char* asked = std::getenv("HIVEMIND_STRESS_SEED");
    const auto seed = asked == nullptr ? std::random_device{}() : static_cast<unsigned>(std::stoul(asked));
    fmt::print("HIVEMIND_STRESS_SEED={}\n", seed);
    return std::mt19937(seed);
}

}  // namespace hm::testing
