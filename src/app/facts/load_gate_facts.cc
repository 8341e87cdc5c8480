#include "app/facts/load_gate_facts.h"

#include <algorithm>

#include "app/task_in_hand.h"
#include "store/files.h"
#include "store/sql/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_planned_tasks = 3;
constexpr std::size_t most_paths = 64;

TaskFact fact_of(const Task& task) {
    return {task.id, task.name.str()};
}

// The name of the task that holds the path, unless it is one of the session's own.
Result<std::optional<std::string>> foreign_lock(const std::string& path, const std::vector<TaskFact>& own,
                                                Connection& connection, BadRows& bad) {
    const auto file = FilePath::make(path);
    if (!file) return std::nullopt;
    HM_TRY_ASSIGN(const std::optional<Id> holder, holder_of(connection, *file));
    const bool is_own =
        holder && std::any_of(own.begin(), own.end(), [&](const TaskFact& t) { return t.id == *holder; });
    if (!holder || is_own) return std::nullopt;
    HM_TRY_ASSIGN(const std::optional<Task> task, find<Task>(connection, *holder, bad));
    return task ? task->name.str() : holder->text();
}

}  // namespace

Result<GateFacts> load_gate_facts(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory,
                                  Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    // All facts are of one moment, and one lock for all of them is a tenth faster than one for each.
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    BadRows& bad = frame.bad;
    GateFacts facts{.mode = effective_mode(frame.settings, workspace.clock.now()),
                    .role = frame.session.role.str(),
                    .tool = use.tool,
                    .kind = use.kind,
                    .now = workspace.clock.now()};
    HM_TRY_ASSIGN(const std::vector<Task> active, tasks_in_hand(connection, frame.session.id, bad));
    for (const Task& task : active) facts.active_tasks.push_back(fact_of(task));
    if (active.empty()) {
        HM_TRY_ASSIGN(const auto planned, list_tasks(connection, TaskStatus::planned, most_planned_tasks, bad));
        for (const Task& task : planned) facts.planned_tasks.push_back(fact_of(task));
    }
    for (const std::string& given : use.paths) {
        if (facts.paths.size() == most_paths) break;
        const ResolvedPath resolved = resolve_path(workspace.store.paths().root, directory, given);
        PathFact path{.path = resolved.shown, .is_inside_project = resolved.place == PathPlace::inside};
        HM_TRY_ASSIGN(path.locked_by_task, foreign_lock(path.path, facts.active_tasks, connection, bad));
        facts.paths.push_back(std::move(path));
    }
    return facts;
}

}  // namespace hm
