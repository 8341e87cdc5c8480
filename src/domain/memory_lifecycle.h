// How the standing of a memory may change. What was rejected or superseded stays in the store as such.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/memory.h"

namespace hm {

template <>
struct LifecycleOf<Memory> {
    using enum Standing;
    static constexpr std::string_view noun = "Memory";
    static constexpr auto member = &Memory::standing;
    static constexpr std::array first{observed, verified, rejected};
    static constexpr std::array<Transition<Standing>, 6> table{{
        {observed, verified},
        {observed, superseded},
        {observed, rejected},
        {verified, superseded},
        {verified, rejected},
        {rejected, observed},  // taken back
    }};
    static void settle(Memory& memory, Time now) {
        if (memory.standing == Standing::verified) {
            memory.validated_at = now;
            memory.stale_at.reset();
        }
    }
};

}  // namespace hm
