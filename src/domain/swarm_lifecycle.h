// The state changes of a swarm.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/swarm.h"

namespace hm {

template <>
struct LifecycleOf<Swarm> {
    using enum SwarmState;
    static constexpr std::string_view noun = "Swarm";
    static constexpr auto member = &Swarm::state;
    static constexpr std::array first{spawned};
    static constexpr std::array<Transition<SwarmState>, 7> table{{
        {spawned, running},
        {spawned, completed},
        {spawned, failed},
        {spawned, cancelled},
        {running, completed},
        {running, failed},
        {running, cancelled},
    }};
    static void settle(Swarm&, Time) {}
};

}  // namespace hm
