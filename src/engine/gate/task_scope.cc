#include "engine/gate/task_scope.h"

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

}  // namespace hm
