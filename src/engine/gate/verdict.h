// Verdict: what the gate decided on one call, and which rule and value decided it. The words for it are
// found in view/.
#pragma once

#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(Outcome, allow, advise, block)

// In the order in which they are asked; `none` when no rule objects.
HM_ENUM(GateRule, none, path_inside_project, path_not_protected, role_may_use_tool, path_not_locked,
        shell_class_allowed, shell_can_be_judged, write_needs_task)

struct Verdict {
    Outcome outcome = Outcome::allow;
    GateRule rule = GateRule::none;
    std::string subject;  // the path or tool that the rule objects to
};

}  // namespace hm
