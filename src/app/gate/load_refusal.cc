#include <algorithm>

#include "app/gate/load_gate_facts.h"
#include "app/work/task.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "engine/gate/rules_task.h"
#include "store/queries/gate.h"
#include "store/queries/past_date.h"
#include "store/queries/session.h"

namespace hm {
namespace {

constexpr std::size_t most_rows = 12;
constexpr std::int64_t most_counted = 100;

// The task that the refusal is about: the one in question, or the first in hand.
const TaskFact* own_task(const GateFacts& facts) {
    const auto asked = tasks_asked(facts, TaskTest::decisions_taken);
    return asked.empty() ? nullptr : asked.front();
}

std::optional<Id> blocking_node(const Verdict& verdict, const TaskFact* task) {
    if (task == nullptr) return std::nullopt;
    const TaskTest test = verdict.rule == GateRule::decisions_taken ? TaskTest::decisions_taken : TaskTest::may_go_on;
    const bool is_about_order = verdict.rule == GateRule::task_may_go_on || verdict.rule == GateRule::decisions_taken;
    const Blocker* blocker = is_about_order ? first_blocker(*task, test) : nullptr;
    return blocker == nullptr ? std::nullopt : std::optional(blocker->id);
}

bool is_about_own_task(GateRule rule) {
    return rule == GateRule::task_allows_tool || rule == GateRule::task_assigned_here || rule == GateRule::path_in_task;
}

// Where the chain of work shows why. What a role, a path or a command may not do, it has nothing to say about.
bool is_about_work(GateRule rule) {
    return is_about_own_task(rule) || rule == GateRule::write_needs_task || rule == GateRule::task_may_go_on ||
           rule == GateRule::decisions_taken || rule == GateRule::path_not_locked;
}

class Chain {
public:
    Chain(const Verdict& verdict, const TaskFact* own)
        : verdict_(verdict), own_(own), blocking_(blocking_node(verdict, own)) {}

    void add(int depth, const Id& id, std::string name, std::string status) {
        const bool is_own = own_ != nullptr && own_->id == id;
        const bool is_blocking = (blocking_ && *blocking_ == id) || (is_own && is_about_own_task(verdict_.rule));
        const ChainMark mark = is_own && is_blocking ? ChainMark::yours_blocking
                               : is_own              ? ChainMark::yours
                               : is_blocking         ? ChainMark::blocking
                                                     : ChainMark::none;
        has_blocking_ |= is_blocking;
        has_own_ |= is_own;
        rows_.push_back({depth, std::move(name), std::move(status), mark});
    }

    // What blocks or is in hand but lies elsewhere is shown all the same.
    void add_missing(const Blocker* blocker) {
        if (blocking_ && !has_blocking_ && blocker != nullptr) add(2, blocker->id, blocker->name, blocker->status);
        if (own_ != nullptr && !has_own_) {
            add(2, own_->id, own_->name, own_->blockers.empty() ? "active" : "blocked");
        }
    }

    void add_holder(const GateFacts& facts) {
        if (verdict_.rule != GateRule::path_not_locked) return;
        for (const PathFact& path : facts.paths) {
            if (path.path != verdict_.subject || !path.locked_by_task) continue;
            rows_.push_back({2, *path.locked_by_task, "holds " + path.path, ChainMark::blocking});
            return;
        }
    }

    // Without a plan there is no chain that it could stand in.
    void add_no_task() {
        if (verdict_.rule == GateRule::write_needs_task && !rows_.empty())
            rows_.push_back({2, "no active task", "", ChainMark::blocking});
    }

    std::vector<ChainRow> take() { return std::move(rows_); }

private:
    const Verdict& verdict_;
    const TaskFact* own_;
    std::optional<Id> blocking_;
    bool has_blocking_ = false;
    bool has_own_ = false;
    std::vector<ChainRow> rows_;
};

Result<void> add_tasks(Chain& chain, const Id& phase_id, const Id& around, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(const std::vector<Task> tasks, tasks_around(connection, phase_id, around, most_rows, bad));
    for (const Task& task : tasks) {
        std::string status(name_of(task.status));
        if (task.status == TaskStatus::planned || task.status == TaskStatus::active) {
            HM_TRY_ASSIGN(const auto blockers, load_blockers(connection, task.id));
            if (!blockers.empty()) status = "blocked";
        }
        chain.add(2, task.id, task.name.str(), std::move(status));
    }
    return {};
}

Result<std::vector<ChainRow>> load_chain(const Verdict& verdict, const GateFacts& facts, const HookFrame& frame,
                                         Connection& connection, BadRows& bad) {
    const TaskFact* own = own_task(facts);
    Chain chain(verdict, own);
    std::optional<Id> phase_id;
    std::optional<Id> plan_id;
    if (own != nullptr) {
        HM_TRY_ASSIGN(const auto task, find<Task>(connection, own->id, bad));
        if (task) phase_id = task->parent_phase_id;
    }
    std::optional<Phase> phase;
    if (phase_id) {
        HM_TRY_ASSIGN(phase, find<Phase>(connection, *phase_id, bad));
    }
    if (phase) {
        plan_id = phase->parent_plan_id;
    } else if (own == nullptr) {
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, frame.session.id));
        HM_TRY_ASSIGN(plan_id, plan_in_view(connection, line));
    }
    if (plan_id) {
        HM_TRY_ASSIGN(const auto plan, find<Plan>(connection, *plan_id, bad));
        if (plan) chain.add(0, plan->id, plan->title.str(), std::string(name_of(plan->status)));
    }
    if (phase) {
        chain.add(1, phase->id, phase->title.str(), std::string(name_of(phase->status)));
        HM_TRY(add_tasks(chain, phase->id, own->id, connection, bad));
    }
    const TaskTest test = verdict.rule == GateRule::decisions_taken ? TaskTest::decisions_taken : TaskTest::may_go_on;
    chain.add_missing(own == nullptr ? nullptr : first_blocker(*own, test));
    chain.add_holder(facts);
    chain.add_no_task();
    return chain.take();
}

}  // namespace

Result<RefusalContext> load_refusal(const Verdict& verdict, const GateFacts& facts, HookFrame& frame,
                                    Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    RefusalContext context;
    if (is_about_work(verdict.rule)) {
        HM_TRY_ASSIGN(context.chain, load_chain(verdict, facts, frame, connection, frame.bad));
    }
    HM_TRY_ASSIGN(const SessionCounts counts, count_session(connection, frame.session.id, most_counted));
    context.anchors = counts.anchors;
    context.checkpoints = counts.checkpoints;
    context.tool_outputs = counts.tool_outputs;
    HM_TRY_ASSIGN(context.stale, count_past_date(connection, facts.now, frame.settings.anchor_fresh_for, most_counted));
    return context;
}

}  // namespace hm
