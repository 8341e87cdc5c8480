#include "app/facts/load_gate_facts.h"

#include <algorithm>

#include "app/catalog.h"
#include "app/task_in_hand.h"
#include "store/files.h"
#include "store/sql/grant.h"
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

// What a person alone may run, in an agent's shell too. Beside the catalog: what the command line adds to it.
std::span<const std::string_view> person_only_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> found{"import", "uninstall", "install", "purge", "undo", "backup restore"};
        for (const Command& command : all_commands()) {
            if (command.access == Access::person) found.push_back(command.name);
        }
        return found;
    }();
    return names;
}

Result<std::vector<GrantFact>> grants_for(const std::vector<TaskFact>& tasks, Time now, Connection& connection,
                                          BadRows& bad) {
    HM_TRY_ASSIGN(const std::vector<Grant> grants, grants_in_force(connection, now, bad));
    std::vector<GrantFact> facts;
    for (const Grant& grant : grants) {
        const bool is_meant = !grant.task_id || std::any_of(tasks.begin(), tasks.end(), [&](const TaskFact& task) {
            return task.id == *grant.task_id;
        });
        if (is_meant) facts.push_back({grant.kind, grant.target.str()});
    }
    return facts;
}

// The home directory is never in the project, however it is spelt.
PathFact path_fact(const std::string& given, const std::filesystem::path& directory, Workspace& workspace) {
    if (given.starts_with("~")) return {.path = given, .is_inside_project = false, .locked_by_task = std::nullopt};
    const ResolvedPath resolved = resolve_path(workspace.store.paths().root, directory, given);
    return {.path = resolved.shown,
            .is_inside_project = resolved.place == PathPlace::inside,
            .locked_by_task = std::nullopt};
}

// A pause is a person's word and goes before what the person's cancels brought about.
GateMode mode_for(const Session& session, const Settings& settings, Time now) {
    const GateMode mode = effective_mode(settings, now);
    return is_tightened(session) && !is_paused(settings, now) ? GateMode::strict : mode;
}

}  // namespace

Result<GateFacts> load_gate_facts(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory,
                                  Workspace& workspace) {
    Connection& connection = workspace.store.connection();
    // All facts are of one moment, and one lock for all of them is a tenth faster than one for each.
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(connection));
    BadRows& bad = frame.bad;
    GateFacts facts{.mode = mode_for(frame.session, frame.settings, workspace.clock.now()),
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
    if (use.kind == ToolKind::shell) facts.shell = judge_shell(use.command, person_only_names());
    HM_TRY_ASSIGN(facts.grants, grants_for(facts.active_tasks, facts.now, connection, bad));
    for (const std::string& given : facts.shell ? facts.shell->writes : use.paths) {
        if (facts.paths.size() == most_paths) break;
        PathFact path = path_fact(given, directory, workspace);
        HM_TRY_ASSIGN(path.locked_by_task, foreign_lock(path.path, facts.active_tasks, connection, bad));
        facts.paths.push_back(std::move(path));
    }
    return facts;
}

}  // namespace hm
