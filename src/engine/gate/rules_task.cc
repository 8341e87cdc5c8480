// Rules about the task that a call belongs to.
#include "engine/gate/rules_task.h"

#include <algorithm>

namespace hm {

const Blocker* first_blocker(const TaskFact& task, TaskTest test) {
    const auto found = std::find_if(task.blockers.begin(), task.blockers.end(), [&](const Blocker& blocker) {
        return (blocker.as == AwaitedAs::decision) == (test == TaskTest::decisions_taken);
    });
    return found == task.blockers.end() ? nullptr : &*found;
}

bool passes(const TaskFact& task, TaskTest test) {
    switch (test) {
        case TaskTest::allows_tool: return task.allows_tool;
        case TaskTest::is_assigned_here: return task.is_assigned_here;
        case TaskTest::allows_paths: return !task.out_of_scope;
        case TaskTest::may_go_on:
        case TaskTest::decisions_taken: return first_blocker(task, test) == nullptr;
    }
    return true;
}

std::vector<const TaskFact*> tasks_asked(const GateFacts& facts, TaskTest test) {
    std::vector<const TaskFact*> tasks;
    if (facts.target) {
        tasks.push_back(&*facts.target);
    } else {
        for (const TaskFact& task : facts.active_tasks) tasks.push_back(&task);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(test); ++i) {
        std::vector<const TaskFact*> left;
        std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(left),
                     [&](const TaskFact* task) { return passes(*task, static_cast<TaskTest>(i)); });
        if (!left.empty()) tasks = std::move(left);
    }
    return tasks;
}

const TaskFact* refusing_task(const GateFacts& facts, TaskTest test) {
    const std::vector<const TaskFact*> tasks = tasks_asked(facts, test);
    const bool any_passes =
        std::any_of(tasks.begin(), tasks.end(), [&](const TaskFact* task) { return passes(*task, test); });
    return tasks.empty() || any_passes ? nullptr : tasks.front();
}

// Our own tools stay open, or the agent could neither end the task nor say what it learnt.
std::optional<Objection> task_allows_tool(const GateFacts& facts) {
    if (facts.kind == ToolKind::own || refusing_task(facts, TaskTest::allows_tool) == nullptr) return std::nullopt;
    return Objection{facts.tool};
}

// Beginning a task needs none, and no task makes a person's command an agent's: shell_class_allowed says so.
std::optional<Objection> write_needs_task(const GateFacts& facts) {
    const bool is_for_person = facts.shell && std::ranges::any_of(facts.shell->effects, &ShellEffect::is_for_person);
    if (is_for_person) return std::nullopt;
    if (!changes_work(facts) || !facts.active_tasks.empty() || facts.target) return std::nullopt;
    return Objection{facts.paths.empty() ? facts.tool : facts.paths.front().path};
}

// Dependencies, temporal gates, and the plan and phase it belongs to. A task can be held back after it began: what it
// builds on was reopened.
std::optional<Objection> task_may_go_on(const GateFacts& facts) {
    if (!changes_work(facts) && !facts.target) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::may_go_on);
    return task == nullptr ? std::nullopt : std::optional(Objection{task->name});
}

std::optional<Objection> task_assigned_here(const GateFacts& facts) {
    if (!changes_work(facts) && !facts.target) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::is_assigned_here);
    return task == nullptr ? std::nullopt : std::optional(Objection{task->name});
}

std::optional<Objection> decisions_taken(const GateFacts& facts) {
    if (!changes_work(facts) && !facts.target) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::decisions_taken);
    return task == nullptr ? std::nullopt : std::optional(Objection{task->name});
}

}  // namespace hm
