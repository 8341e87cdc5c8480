// The status changes of a plan.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/plan.h"

namespace hm {

template <>
struct LifecycleOf<Plan> {
    using enum PlanStatus;
    static constexpr std::string_view noun = "Plan";
    static constexpr auto member = &Plan::status;
    static constexpr std::array first{draft, active};
    static constexpr std::array<Transition<PlanStatus>, 10> table{{
        {draft, active},
        {draft, abandoned},
        {active, completed},
        {active, abandoned},
        {active, draft},  // put back
        {completed, archived},
        {completed, active},  // reopened
        {abandoned, archived},
        {abandoned, active},  // taken up again
        {archived, active},   // taken up again
    }};
    static void settle(Plan& plan, Time now) {
        // An archived plan that was never completed stays without: nothing may build on it.
        if (plan.status == PlanStatus::completed) plan.completed_at = plan.completed_at.value_or(now);
        if (plan.status != PlanStatus::completed && plan.status != PlanStatus::archived) plan.completed_at.reset();
        if (plan.status == PlanStatus::active) plan.purged_at.reset();
    }
};

}  // namespace hm
