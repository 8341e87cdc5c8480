// A task as it is shown anywhere: with what holds it back now. `blocked` is worked out, and shown in place of a status
// that would mislead; the stored status stays beside it for machines.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "domain/task.h"
#include "engine/graph/readiness.h"

namespace hm {

struct ShownTask {
    Task task;
    std::vector<Blocker> blockers;  // empty for a task that is over
};

// "blocked", "planned ahead" or the stored status.
std::string shown_status(std::string_view status, bool is_planned_ahead, bool is_blocked);

json::object to_json(const Blocker& blocker);
json::array to_json(const std::vector<Blocker>& blockers);

// The record with `blocked` and `blocked_by`.
json::object to_json(const ShownTask& shown);
json::array to_json(const std::vector<ShownTask>& shown);

// A line each, and one below for everything that holds it back.
std::string task_lines(const std::vector<ShownTask>& tasks, Time now);

// The lines that say what holds a task back; at most three, the last one counting the rest.
std::string blocker_lines(const std::vector<Blocker>& blockers, std::string_view indent);

}  // namespace hm
