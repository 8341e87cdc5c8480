// The status changes of a decision.
#pragma once

#include <array>

#include "domain/decision.h"
#include "domain/lifecycle.h"

namespace hm {

template <>
struct LifecycleOf<Decision> {
    using enum DecisionStatus;
    static constexpr std::string_view noun = "Decision";
    static constexpr auto member = &Decision::status;
    static constexpr std::array first{unresolved};
    static constexpr std::array<Transition<DecisionStatus>, 4> table{{
        {unresolved, resolved}, {unresolved, superseded}, {resolved, superseded}, {resolved, unresolved},  // taken back
    }};
    static void settle(Decision& decision, Time now) {
        const bool is_open = decision.status == DecisionStatus::unresolved;
        if (is_open) decision.resolved_by.reset();
        decision.resolved_at = is_open ? std::nullopt : std::optional(decision.resolved_at.value_or(now));
    }
};

}  // namespace hm
