// Phase: a part of a plan, with a place among its parts. It holds tasks.
#pragma once

#include <cstdint>

#include "base/enum_names.h"
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

}  // namespace hm
