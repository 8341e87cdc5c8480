// Verdict: what the gate decided on one call, and which rule and value decided it. The words for it are
// found in view/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(Outcome, allow, advise, block)

// In the order in which they are asked; `none` when no rule objects.
HM_ENUM(GateRule, none, store_healthy, role_known, role_may_use_tool, task_allows_tool, write_needs_task,
        task_may_go_on, task_assigned_here, paths_can_be_judged, path_in_role, path_in_task, path_inside_project,
        path_not_locked, path_not_protected, planning_file_unchanged, planning_file_read, decisions_taken,
        shell_class_allowed, removal_restorable, shell_can_be_judged, delegation_depth, delegation_cycle,
        delegation_todo, call_not_repeated)

// A person's lever that let a call through which a rule objected to.
HM_ENUM(LiftedBy, nobody, approval, overriding)

struct Verdict {
    Outcome outcome = Outcome::allow;
    GateRule rule = GateRule::none;
    std::string subject;  // the path, tool, task or command that the rule objects to
    LiftedBy lifted_by = LiftedBy::nobody;
    std::int64_t attempt = 1;  // of a refused call: the how manieth time it was made

    bool operator==(const Verdict&) const = default;
};

// From this attempt on a refusal is another, shorter one, that says how to get out.
inline constexpr std::int64_t looping_attempt = 3;

}  // namespace hm
