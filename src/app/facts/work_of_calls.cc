#include "app/facts/work_of_calls.h"

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

}  // namespace

Result<WorkOfCalls> WorkOfCalls::load(const Id& session_id, Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    WorkOfCalls found;
    HM_TRY_ASSIGN(const std::vector<Task> at_hand, tasks_in_hand(connection, session_id, bad));
    for (const Task& task : at_hand) found.work_.emplace(task.id, OutputWork::at_hand);
    EventFilter filter{.session_id = session_id};
    filter.limit = most_events_read;
    HM_TRY_ASSIGN(const std::vector<Event> events, list_events(connection, filter, bad));
    for (const Event& event : events) {
        const std::string_view call = text_member(event.facts, "call_id");
        if (call.empty()) continue;
        const std::string_view print = text_member(event.facts, "print");
        if (!print.empty()) found.prints_.emplace(call, print);
        if (event.task_id) HM_TRY(found.add(std::string(call), *event.task_id, connection, bad));
    }
    return found;
}

OutputWork WorkOfCalls::of(const std::string& call) const {
    const auto found = calls_.find(call);
    return found == calls_.end() ? OutputWork::other : found->second;
}

std::string WorkOfCalls::looked_at(const std::string& call) const {
    const auto found = prints_.find(call);
    return found == prints_.end() ? std::string() : found->second;
}

Result<void> WorkOfCalls::add(std::string call, const Id& task_id, Connection& connection, BadRows& bad) {
    auto known = work_.find(task_id);
    if (known == work_.end()) {
        HM_TRY_ASSIGN(const std::optional<Task> task, hm::find<Task>(connection, task_id, bad));
        const bool is_over = !task || has_ended(task->status);
        known = work_.emplace(task_id, is_over ? OutputWork::ended : OutputWork::other).first;
    }
    calls_.emplace(std::move(call), known->second);
    return {};
}

}  // namespace hm
