// A deadline on the steady clock: how long a caller may still wait. Every wait in the program takes one.
#pragma once

#include <chrono>

#include "base/time.h"

namespace hm {

class Deadline {
public:
    static Deadline in(Duration duration) { return Deadline(Steady::now() + std::chrono::milliseconds(duration.ms)); }

    Duration left() const {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Steady::now());
        return Duration{left.count() > 0 ? left.count() : 0};
    }
    bool has_passed() const { return Steady::now() >= end_; }

private:
    using Steady = std::chrono::steady_clock;
    explicit Deadline(Steady::time_point end) : end_(end) {}
    Steady::time_point end_;
};

}  // namespace hm
