// The status changes of a phase.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/phase.h"

namespace hm {

template <>
struct LifecycleOf<Phase> {
    using enum PhaseStatus;
    static constexpr std::string_view noun = "Phase";
    static constexpr auto member = &Phase::status;
    static constexpr std::array first{planned, active};
    static constexpr std::array<Transition<PhaseStatus>, 7> table{{
        {planned, active},
        {planned, abandoned},
        {active, planned},
        {active, completed},
        {active, abandoned},
        {completed, active},   // reopened
        {abandoned, planned},  // taken up again
    }};
    static void settle(Phase& phase, Time now) {
        const bool is_over = phase.status == PhaseStatus::completed || phase.status == PhaseStatus::abandoned;
        phase.completed_at = is_over ? std::optional(now) : std::nullopt;
    }
};

}  // namespace hm
