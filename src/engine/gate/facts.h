// GateFacts: everything a decision of the gate depends on, gathered before it is taken. The gate reads
// nothing else, so the same facts always give the same verdict.
#pragma once

#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/id.h"
#include "base/time.h"
#include "domain/grant.h"
#include "domain/settings.h"
#include "engine/shell/judge.h"

namespace hm {

// What a call of the agent's own tools can do. `own` are HiveMind's commands; `other` is not known.
HM_ENUM(ToolKind, read, write, shell, delegate, own, other)

struct PathFact {
    std::string path;  // relative to the project when inside it
    bool is_inside_project = true;
    std::optional<std::string> locked_by_task;  // the name of another session's task
};

struct TaskFact {
    Id id;
    std::string name;
};

struct GrantFact {
    GrantKind kind = GrantKind::path;
    std::string target;
};

struct GateFacts {
    GateMode mode = GateMode::assisted;
    std::string role;
    std::string tool;
    ToolKind kind = ToolKind::other;
    std::vector<PathFact> paths;
    std::vector<TaskFact> active_tasks;   // of this session, or of the one that spawned it
    std::vector<TaskFact> planned_tasks;  // that could be started instead
    std::optional<ShellJudgement> shell;  // of a shell: what the command would do
    std::vector<GrantFact> grants;        // in force for these tasks
    Time now;
};

// Calls that write the paths they name. A shell's paths are those its command writes.
inline bool writes_paths(const GateFacts& facts) {
    return facts.kind == ToolKind::write || facts.kind == ToolKind::shell;
}

}  // namespace hm
