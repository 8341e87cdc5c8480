// The graph of work as a tree: plans, their phases, their tasks and the parts of those, with status, who does it, what
// holds it back, what is planned ahead, and where the read-heads are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "engine/graph/readiness.h"

namespace hm {

struct TreeTask {
    Id id;
    std::string name;
    std::string status;
    std::string assigned_to = {};
    std::string holder = {};  // the session that works on it, in words
    bool is_planned_ahead = false;
    bool is_cursor = false;
    std::vector<Blocker> blockers = {};
    std::vector<TreeTask> parts = {};
};

struct TreePhase {
    Phase phase;
    std::vector<TreeTask> tasks = {};
};

struct TreePlan {
    Plan plan;
    std::vector<TreePhase> phases = {};
    std::vector<Blocker> blockers = {};              // plans it builds on that are not completed
    std::map<std::string, std::size_t> counts = {};  // tasks by status, all of them
    std::size_t left_out = 0;
    bool is_cursor = false;
};

// A plan that is under way has to lead to what carries it out: a task, or the document it is written in.
bool links_to_nothing(const Plan& plan, std::size_t tasks);
std::string unlinked_plan_note(const Plan& plan);

struct PlanTree {
    GateMode mode = GateMode::assisted;  // of the project, which a plan can only make stricter
    std::vector<TreePlan> plans;
    std::vector<TreeTask> without_plan;  // that are not over
    std::size_t without_plan_left_out = 0;
    std::size_t plans_left_out = 0;
};

std::string plan_tree_text(const PlanTree& tree);
json::object plan_tree_json(const PlanTree& tree);

}  // namespace hm
