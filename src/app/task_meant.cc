#include "app/task_meant.h"

#include <algorithm>
#include <map>

#include "engine/intent/intent_shift.h"
#include "store/sql/near_read_head.h"
#include "store/sql/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_tasks = 60;

Result<std::vector<Task>> open_tasks(const LoadedReadHead& head, Connection& connection, BadRows& bad) {
    std::vector<Task> tasks;
    const auto add = [&](const std::vector<Task>& more) {
        for (const Task& task : more) {
            const auto is_it = [&](const Task& each) { return each.id == task.id; };
            if (std::none_of(tasks.begin(), tasks.end(), is_it)) tasks.push_back(task);
        }
    };
    add(head.beside);
    HM_TRY_ASSIGN(const auto planned, planned_tasks(connection, most_tasks, bad));
    add(planned);
    HM_TRY_ASSIGN(const auto active, list_tasks(connection, TaskStatus::active, most_tasks, bad));
    add(active);
    add(head.tasks);
    return tasks;
}

// What a task belongs to, in words.
class Surroundings {
public:
    explicit Surroundings(Connection& connection) : connection_(connection) {}

    Result<std::string> of(const Task& task, BadRows& bad) {
        std::string text = task.expected_output ? task.expected_output->str() : std::string();
        if (!task.parent_phase_id) return text;
        const auto known = titles_.find(*task.parent_phase_id);
        if (known != titles_.end()) return text + " " + known->second;
        HM_TRY_ASSIGN(const auto phase, find<Phase>(connection_, *task.parent_phase_id, bad));
        std::string titles;
        if (phase) {
            titles = phase->title.str();
            HM_TRY_ASSIGN(const auto plan, find<Plan>(connection_, phase->parent_plan_id, bad));
            if (plan) titles += " " + plan->title.str();
        }
        titles_[*task.parent_phase_id] = titles;
        return text + " " + titles;
    }

private:
    Connection& connection_;
    std::map<Id, std::string> titles_;
};

}  // namespace

Result<std::optional<Task>> task_meant(std::string_view words, const LoadedReadHead& head, Connection& connection,
                                       BadRows& bad) {
    HM_TRY_ASSIGN(const std::vector<Task> tasks, open_tasks(head, connection, bad));
    Surroundings surroundings(connection);
    std::vector<KnownWork> known;
    for (const Task& task : tasks) {
        HM_TRY_ASSIGN(std::string around, surroundings.of(task, bad));
        known.push_back({task.id, task.name.str(), std::move(around)});
    }
    const std::optional<Id> meant = work_meant(words, known);
    if (!meant) return std::nullopt;
    return *std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.id == *meant; });
}

}  // namespace hm
