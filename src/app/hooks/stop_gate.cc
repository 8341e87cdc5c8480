#include "app/hooks/stop_gate.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "view/stop_text.h"

namespace hm {

Result<std::string> refuse_stop(const AgentIdentity& who, StopTry stop, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    const bool is_strict = effective_mode(frame.settings, workspace.clock.now()) == GateMode::strict;
    if (!is_strict || stop == StopTry::again) return std::string();
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    // What a parent or a person has in hand is not this agent's to end.
    std::erase_if(tasks, [&](const Task& task) { return task.assigned_session_id != frame.session.id; });
    if (tasks.empty()) return std::string();
    Event event = hook_event(
        "stop.block", fmt::format("block the end of the turn: {} active", tasks.front().name.view()), frame, workspace);
    event.task_id = tasks.front().id;
    event.facts = {{"active_tasks", tasks.size()}};
    HM_TRY(record(std::move(event), std::nullopt, frame, workspace));
    return stop_refusal(tasks);
}

}  // namespace hm
