// Awaited: something that a task waits for, as the store tells it: what it is to the task, and where it stands.
// Whether it still holds the task back is decided in engine/graph/readiness.h.
#pragma once

#include <string>

#include "base/enum_names.h"
#include "base/id.h"

namespace hm {

// dependency, temporal_gate: a task that must be completed first. decision: one that must be taken first. parent: the
// task it is a part of. phase, plan: where it belongs. plan_dependency: a plan that its plan builds on.
HM_ENUM(AwaitedAs, plan, phase, parent, plan_dependency, dependency, temporal_gate, decision)

struct Awaited {
    AwaitedAs as = AwaitedAs::dependency;
    Id id;
    std::string name;
    std::string status;       // in its noun's own words
    std::string reason = {};  // of a temporal gate: why the order matters
    Id by = {};               // the task that names it: the task itself, or one that it is a part of
};

}  // namespace hm
