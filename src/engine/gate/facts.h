// Verdict: what the gate decided on one call, and which rule and value decided it. The words for it are
// found in view/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/id.h"
#include "base/time.h"
#include "domain/settings.h"
#include "engine/gate/rules.h"
#include "engine/shell/judge.h"
#include "engine/work/readiness.h"

namespace hm {

HM_ENUM(Outcome, allow, advise, block)

// A person's lever that let a call through which a rule objected to.
HM_ENUM(LiftedBy, nobody, approval, overriding)

struct Verdict {
    Outcome outcome = Outcome::allow;
    GateRule rule = GateRule::none;
    std::string subject;  // the path, tool, task or command that the rule objects to
    LiftedBy lifted_by = LiftedBy::nobody;
    std::int64_t attempt = 1;  // of a refused call: the how manieth time it was made

    bool operator==(const Verdict&) const = default;
};

// From this attempt on a refusal is another, shorter one, that says how to get out.
inline constexpr std::int64_t looping_attempt = 3;

// GateFacts: everything a decision of the gate depends on, gathered before it is taken. The gate reads nothing else, so
// the same facts always give the same verdict. What is told by comparing texts (is this path in scope, is that file
// protected) is worked out while the facts are gathered (facts_of.h); the rules see only what came of it. So a decision
// can be recorded and replayed although paths are redacted and shortened in the record (recorded_facts.h).

// What a call of the agent's own tools can do. `own` are HiveMind's commands; `other` is not known.
HM_ENUM(ToolKind, read, write, shell, delegate, own, other)

struct RoleFact {
    std::string name = {};
    std::string sentence = {};
    bool is_known = true;
    bool may_use_tool = true;
    bool may_write_files = false;
    bool may_delegate = false;
    unsigned shell_classes = 0;  // bits of shell_bit()
};

struct PathFact {
    std::string path = {};  // relative to the project when inside it
    bool is_inside_project = true;
    bool is_protected = false;
    bool is_in_role_paths = true;
    bool is_granted = false;
    bool is_unread_plan = false;                     // a planning file that this session has not read
    bool is_new = false;                             // nothing is there yet
    Time changed_at = {};                            // when what is there was last changed
    bool is_changed_plan = false;                    // a planning file that somebody changed since this session read it
    std::optional<std::string> locked_by_task = {};  // the name of another session's task
    std::optional<std::string> changed_by = {};      // another agent of the task, since this session looked at it
};

struct TaskFact {
    Id id;
    std::string name = {};
    bool allows_tool = true;
    bool is_assigned_here = true;
    bool is_own = false;                           // held by the very session that asks, not by one above it
    std::optional<std::string> out_of_scope = {};  // the call's first path that it does not allow
    std::vector<Blocker> blockers = {};
    std::string assigned_to = {};
    std::string delegated_by = {};
    std::vector<std::string> allowed = {};  // the tools or paths it allows, when it refuses this call's
    std::string left_by = {};               // the session that began it and is not there any more
};

struct DelegationFact {
    std::string to;                 // the agent that shall be started
    std::vector<std::string> line;  // agents that lead to this one, itself first
    std::int64_t depth = 1;         // of the new one, a main agent's children counting 1
    bool has_todo = true;           // a task is there to be done
};

// Why what is removed would be lost for good.
HM_ENUM(LossReason, nothing, modified, untracked, ignored, unversioned, foreign, not_seen)

// A place of which a command would remove something, and what of that nobody could bring back.
struct RemovalFact {
    std::string path = {};
    RemovalKind kind = RemovalKind::tree;
    LossReason reason = LossReason::nothing;  // of the first that is lost
    std::size_t lost = 0;                     // how many files
    std::vector<std::string> named = {};      // the first few of them
};

// A rule that a person lifted for what it objected to.
struct LiftedRule {
    GateRule rule = GateRule::none;
    std::string subject;
};

struct GateFacts {
    GateMode mode = GateMode::assisted;
    std::string strict_by_plan;  // the plan that asks for more than its project does; "" when none does
    FailMode fail = FailMode::open;
    std::string trouble;  // why the facts may be incomplete; "" when they are not
    RoleFact role;
    std::string agent;  // the client's name of the agent
    std::string tool;
    ToolKind kind = ToolKind::other;
    std::string action;  // of one of our own tools
    // Whether the call changes the work, so that it belongs to a task; not given: whatever may change files does.
    std::optional<bool> is_change;
    std::vector<PathFact> paths;
    std::size_t paths_left_out = 0;       // that the call names beyond those that are looked at
    std::vector<TaskFact> active_tasks;   // of this session, or of the one that spawned it
    bool is_inherited = false;            // the one active task is not begun yet; the call begins it
    std::optional<TaskFact> target;       // the task that one of our own tools would start
    std::vector<TaskFact> planned_tasks;  // that could be started instead
    std::optional<TaskFact> held_task;    // where none could: the first that the call fits into and that waits
    std::string doing;                    // what a task for this call could be called; may be empty
    std::optional<ShellJudgement> shell;  // of a shell: what the command would do
    std::vector<RemovalFact> removals;    // of a shell: what it would remove
    std::optional<DelegationFact> delegation;
    unsigned granted_classes = 0;  // shell classes that a person allowed
    std::vector<LiftedRule> lifted;
    bool is_approved = false;         // a person allowed this very call, once
    std::int64_t refused_before = 0;  // how often this very call was refused lately
    std::int64_t made_before = 0;     // how often this very call was made in a row, and no other between
    Time now;
};

// Stands for the program where the directory of a command cannot be told.
inline constexpr std::string_view unknown_directory = "(directory)";

constexpr unsigned shell_bit(ShellClass shell_class) {
    return 1U << static_cast<unsigned>(shell_class);
}

// Calls that write the paths they name. A shell's paths are those its command writes.
inline bool writes_paths(const GateFacts& facts) {
    return facts.kind == ToolKind::write || facts.kind == ToolKind::shell;
}

// Calls that can change files. A shell command and a tool nobody knows can; what cannot be judged counts as a change.
inline bool may_change_files(const GateFacts& facts) {
    if (facts.kind == ToolKind::write || facts.kind == ToolKind::other) return true;
    const bool only_looks =
        facts.shell && facts.paths.empty() &&
        (facts.shell->worst.shell_class == ShellClass::read || facts.shell->worst.shell_class == ShellClass::git_read);
    return facts.kind == ToolKind::shell && !only_looks;
}

// Calls that belong to a task. Looking, building and testing do not.
inline bool changes_work(const GateFacts& facts) {
    return facts.is_change.value_or(may_change_files(facts));
}

}  // namespace hm
