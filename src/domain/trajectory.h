// Trajectory: the read-head of a session: the plan, phase and tasks it is at, and what it is after. A
// session without one of its own has its parent's.
#pragma once

#include <vector>

#include "domain/node.h"

namespace hm {

struct Trajectory : Node {
    std::optional<Id> session_id;
    std::optional<Id> active_plan_id;
    std::optional<Id> active_phase_id;
    std::vector<Id> active_task_ids;
    std::optional<Paragraph> intent;
    std::optional<StampText> intent_shift_stamp;

    static constexpr void fields(auto&& visit) {
        node_fields<Trajectory>(visit);
        visit(
            field("session_id", &Trajectory::session_id, "Session whose read-head it is; absent: the project's own."));
        visit(field("active_plan_id", &Trajectory::active_plan_id, "Plan it is at."));
        visit(field("active_phase_id", &Trajectory::active_phase_id, "Phase it is at."));
        visit(field("active_task_ids", &Trajectory::active_task_ids, "Tasks it is at."));
        visit(field("intent", &Trajectory::intent, "What it is after, in the person's words."));
        visit(kept("intent_shift_stamp", &Trajectory::intent_shift_stamp, "Minute the intent last changed."));
    }
};

}  // namespace hm
