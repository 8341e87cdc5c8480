#include "app/facts/load_work_of_calls.h"

#include "app/task_in_hand.h"
#include "store/sql/event.h"
#include "store/sql/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_events_read = 4'000;

bool has_ended(TaskStatus status) {
    switch (status) {
        case TaskStatus::completed:
        case TaskStatus::failed:
        case TaskStatus::abandoned:
        case TaskStatus::invalidated: return true;
        case TaskStatus::planned:
        case TaskStatus::active:
        case TaskStatus::review: return false;
    }
    return false;
}

using WorkOfTasks = std::map<Id, OutputWork>;

Result<OutputWork> work_of(const Id& task_id, WorkOfTasks& known, Connection& connection, BadRows& bad) {
    if (const auto found = known.find(task_id); found != known.end()) return found->second;
    HM_TRY_ASSIGN(const std::optional<Task> task, find<Task>(connection, task_id, bad));
    const bool is_over = !task || has_ended(task->status);
    return known.emplace(task_id, is_over ? OutputWork::ended : OutputWork::other).first->second;
}

}  // namespace

Result<WorkOfCalls> load_work_of_calls(const Id& session_id, Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    WorkOfTasks tasks;
    HM_TRY_ASSIGN(const std::vector<Task> at_hand, tasks_in_hand(connection, session_id, bad));
    for (const Task& task : at_hand) tasks.emplace(task.id, OutputWork::at_hand);
    EventFilter filter{.session_id = session_id};
    filter.limit = most_events_read;
    HM_TRY_ASSIGN(const std::vector<Event> events, list_events(connection, filter, bad));
    WorkOfCalls found;
    std::map<std::string, std::string> latest;  // the call, by its print; the latest events come first
    for (const Event& event : events) {
        const std::string call(text_member(event.facts, "call_id"));
        if (call.empty()) continue;
        const std::string print(text_member(event.facts, "print"));
        const bool is_repeated = !print.empty() && latest.try_emplace(print, call).first->second != call;
        if (is_repeated) found.repeated.insert(call);
        if (!event.task_id) continue;
        HM_TRY_ASSIGN(const OutputWork work, work_of(*event.task_id, tasks, connection, bad));
        found.work.emplace(call, work);
    }
    return found;
}

}  // namespace hm
