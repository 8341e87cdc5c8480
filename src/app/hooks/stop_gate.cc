#include "app/hooks/stop_gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "store/sql/swarm.h"
#include "view/stop_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_swarms_looked_at = 100;

Result<bool> has_subagents_at_work(const HookFrame& frame, Workspace& workspace, BadRows& bad) {
    HM_TRY_ASSIGN(const auto open, open_swarms(workspace.store.connection(), most_swarms_looked_at, bad));
    return std::any_of(open.begin(), open.end(), [&](const Swarm& swarm) {
        return swarm.parent_session_id == frame.session.id && swarm.state == SwarmState::running;
    });
}

}  // namespace

Result<std::string> refuse_stop(const AgentIdentity& who, StopTry stop, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::gate_deadline, workspace));
    const bool is_strict = effective_mode(frame.settings, workspace.clock.now()) == GateMode::strict;
    if (!is_strict || stop == StopTry::again) return std::string();
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    // What a parent or a person has in hand is not this agent's to end.
    std::erase_if(tasks, [&](const Task& task) { return task.assigned_session_id != frame.session.id; });
    if (tasks.empty()) return std::string();
    HM_TRY_ASSIGN(const bool waits_for_others, has_subagents_at_work(frame, workspace, frame.bad));
    if (waits_for_others) return std::string();
    Event event = hook_event(
        "stop.block", fmt::format("block the end of the turn: {} active", tasks.front().name.view()), frame, workspace);
    event.task_id = tasks.front().id;
    event.facts = {{"active_tasks", tasks.size()}};
    HM_TRY(record(std::move(event), std::nullopt, frame, workspace));
    return stop_refusal(tasks);
}

}  // namespace hm
