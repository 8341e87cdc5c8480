// Phase: a part of a plan, with a place among its parts. It holds tasks.
#pragma once

#include <array>
#include <cstdint>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(PhaseStatus, planned, active, completed, abandoned)

struct Phase : Node {
    Id parent_plan_id;
    Title title;
    std::int64_t position = 0;
    PhaseStatus status = PhaseStatus::planned;
    std::optional<Time> completed_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Phase>(visit);
        visit(field("parent_plan_id", &Phase::parent_plan_id, "Plan it is a part of."));
        visit(field("title", &Phase::title, "What it is about."));
        visit(field("position", &Phase::position, "Its place in the plan; 0 comes first."));
        visit(kept("status", &Phase::status, "Where it stands."));
        visit(kept("completed_at", &Phase::completed_at, "When it ended."));
    }
};

// The status changes of a phase.

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
