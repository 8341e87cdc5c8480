#include "app/exchange/hierarchy_facts.h"

#include <algorithm>

namespace hm {
namespace {

constexpr std::int64_t most_read_heads = 50;
constexpr std::int64_t most_of_a_phase = 1000;
constexpr std::size_t most_tasks = 5000;

// The project's own read-head before that of the newest session.
std::optional<Trajectory> leading(const std::vector<Trajectory>& read_heads) {
    const Trajectory* found = nullptr;
    for (const Trajectory& each : read_heads) {
        const bool is_better = found == nullptr || (found->session_id && !each.session_id);
        if (each.active_plan_id && is_better) found = &each;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
}

Result<void> add_tasks(Connection& connection, const Id& of, std::vector<Task>& tasks, BadRows& bad) {
    const ListFilter filter{.of = of, .limit = most_of_a_phase};
    HM_TRY_ASSIGN(auto found, list_records<Task>(connection, filter, bad));
    std::reverse(found.begin(), found.end());
    for (Task& task : found) {
        const bool belongs = task.parent_phase_id == of || task.parent_task_id == of;
        const bool is_listed =
            std::any_of(tasks.begin(), tasks.end(), [&](const Task& each) { return each.id == task.id; });
        if (belongs && !is_listed && tasks.size() < most_tasks) tasks.push_back(std::move(task));
    }
    return {};
}

}  // namespace

Result<void> load_branches(Connection& connection, TreeFacts& facts, BadRows& bad) {
    if (!facts.plan) return {};
    HM_TRY_ASSIGN(facts.phases, list_records<Phase>(connection, {.of = facts.plan->id, .limit = most_of_a_phase}, bad));
    std::sort(facts.phases.begin(), facts.phases.end(),
              [](const Phase& a, const Phase& b) { return std::pair(a.position, a.id) < std::pair(b.position, b.id); });
    for (const Phase& phase : facts.phases) HM_TRY(add_tasks(connection, phase.id, facts.tasks, bad));
    // The list grows while its parts are looked up.
    for (std::size_t at = 0; at < facts.tasks.size(); ++at) {
        const Id id = facts.tasks[at].id;
        HM_TRY(add_tasks(connection, id, facts.tasks, bad));
    }
    return {};
}

Result<exchange::HierarchyFacts> load_hierarchy_facts(Connection& connection, BadRows& bad) {
    exchange::HierarchyFacts facts;
    HM_TRY_ASSIGN(const auto read_heads, list_records<Trajectory>(connection, {.limit = most_read_heads}, bad));
    facts.read_head = leading(read_heads);
    if (facts.read_head) {
        HM_TRY_ASSIGN(facts.plan, find<Plan>(connection, *facts.read_head->active_plan_id, bad));
    } else {
        HM_TRY_ASSIGN(auto plans, list_records<Plan>(connection, {.status = "active", .limit = 1}, bad));
        if (!plans.empty()) facts.plan = std::move(plans.front());
    }
    HM_TRY(load_branches(connection, facts, bad));
    return facts;
}

}  // namespace hm
