// Task: one piece of work with an owner, an expected output and a scope. `blocked` is never stored: it is
// worked out from what the task waits for.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/id.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(TaskStatus, planned, active, review, completed, failed, abandoned, invalidated)
HM_ENUM(TaskKind, main, sub)

struct TaskLocation {
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Word> agent;
    static constexpr void fields(auto&& visit) {
        visit(field("file", &TaskLocation::file, "File the work is in."));
        visit(field("line", &TaskLocation::line, "Line in that file."));
        visit(field("agent", &TaskLocation::agent, "Agent that works there."));
    }
};

struct TemporalGate {
    std::optional<Id> after_task_id;
    std::optional<Sentence> reason;
    std::optional<Time> enforced_at;
    static constexpr void fields(auto&& visit) {
        visit(field("after_task_id", &TemporalGate::after_task_id, "Task that must be completed first."));
        visit(field("reason", &TemporalGate::reason, "Why the order matters."));
        visit(kept("enforced_at", &TemporalGate::enforced_at, "When the gate first held something back."));
    }
};

struct TaskResult {
    std::optional<Paragraph> evidence;
    std::vector<FilePath> files_modified;
    std::vector<Sentence> tests_run;
    std::vector<AnchorKey> anchors_created;
    static constexpr void fields(auto&& visit) {
        visit(field("evidence", &TaskResult::evidence, "What shows that it is done."));
        visit(field("files_modified", &TaskResult::files_modified, "Files it changed."));
        visit(field("tests_run", &TaskResult::tests_run, "Tests that were run."));
        visit(field("anchors_created", &TaskResult::anchors_created, "Anchors it left."));
    }
};

struct Task : Node {
    std::optional<Id> parent_phase_id;
    std::optional<Id> parent_task_id;
    TaskKind kind = TaskKind::main;
    TaskStatus status = TaskStatus::planned;
    Title name;
    std::optional<Paragraph> expected_output;
    TaskLocation location;
    std::optional<Word> delegated_by;
    std::optional<Word> assigned_to;
    std::optional<Id> assigned_session_id;
    std::vector<Word> allowed_tools;
    std::vector<FilePath> allowed_paths;
    std::vector<FilePath> file_locks;
    std::vector<Id> depends_on;
    TemporalGate temporal_gate;
    std::vector<Id> tech_decision_ids;
    bool planned_ahead = false;
    std::vector<Id> artifacts;
    TaskResult result;
    std::optional<Time> started_at;
    std::optional<Time> completed_at;
    std::optional<std::int64_t> generation;  // none: never had one
    std::optional<Id> taken_from;

    static constexpr void fields(auto&& visit) {
        node_fields<Task>(visit);
        visit(field("parent_phase_id", &Task::parent_phase_id, "Phase it belongs to."));
        visit(field("parent_task_id", &Task::parent_task_id, "Task it is a part of."));
        visit(kept("kind", &Task::kind, "A task of its own, or a part of one."));
        visit(kept("status", &Task::status, "Where it stands."));
        visit(field("name", &Task::name, "What is to be done, in a few words."));
        visit(field("expected_output", &Task::expected_output, "What must be there when it is done."));
        visit(field("location", &Task::location, "Where the work is."));
        visit(field("delegated_by", &Task::delegated_by, "Agent or person that gave it away."));
        visit(field("assigned_to", &Task::assigned_to, "Agent or role that shall do it."));
        visit(kept("assigned_session_id", &Task::assigned_session_id, "Session that works on it."));
        visit(field("allowed_tools", &Task::allowed_tools, "Tools it may use; empty: what the role may."));
        visit(field("allowed_paths", &Task::allowed_paths, "Paths it may write; empty: what the role may."));
        visit(field("file_locks", &Task::file_locks, "Files that only this task may write while it holds them."));
        visit(field("depends_on", &Task::depends_on, "Tasks that must be completed first."));
        visit(field("temporal_gate", &Task::temporal_gate, "An order in time that must be kept."));
        visit(field("tech_decision_ids", &Task::tech_decision_ids, "Decisions that must be taken first."));
        visit(field("planned_ahead", &Task::planned_ahead, "Known to come, not yet to be started."));
        visit(field("artifacts", &Task::artifacts, "Documents that belong to it."));
        visit(kept("result", &Task::result, "What came of it."));
        visit(kept("started_at", &Task::started_at, "When work on it began."));
        visit(kept("completed_at", &Task::completed_at, "When it ended."));
        visit(kept("generation", &Task::generation, "How often it was given an owner."));
        visit(kept("taken_from", &Task::taken_from, "Session that it was taken over from."));
    }
};

// The status changes of a task, and what each of them sets. Pure: time arrives as an argument.

// Ended: nothing more will be done under it, and it holds no file locks.
bool is_ended(TaskStatus status);

// Whoever works on it from now on is known by the next generation.
inline void begin_ownership(Task& task) {
    task.generation = task.generation.value_or(0) + 1;
}

template <>
struct LifecycleOf<Task> {
    using enum TaskStatus;
    static constexpr std::string_view noun = "Task";
    static constexpr auto member = &Task::status;
    static constexpr std::array first{planned, active};
    static constexpr std::array<Transition<TaskStatus>, 20> table{{
        {planned, active},        {planned, abandoned},  {planned, invalidated},
        {active, planned},  // released, reassigned or recalled
        {active, review},         {active, completed},   {active, failed},
        {active, abandoned},      {active, invalidated}, {review, active},
        {review, completed},      {review, failed},      {review, planned},
        {review, abandoned},      {review, invalidated}, {failed, planned},     // reopened
        {completed, planned},                                                   // reopened
        {completed, invalidated}, {failed, abandoned},   {abandoned, planned},  // taken up again
    }};
    static void settle(Task& task, Time now);
};

// Awaited: something that a task waits for, as the store tells it: what it is to the task, and where it stands.
// Whether it still holds the task back is decided in engine/work/readiness.h.

// dependency, temporal_gate: a task that must be completed first. decision: one that must be taken first. parent: the
// task it is a part of. phase, plan: where it belongs. plan_dependency: a plan that its plan builds on.
HM_ENUM(AwaitedAs, plan, phase, parent, plan_dependency, dependency, temporal_gate, decision)

struct Awaited {
    AwaitedAs as = AwaitedAs::dependency;
    Id id;
    std::string name;
    std::string status;       // in its noun's own words
    std::string reason = {};  // of a temporal gate: why the order matters
    Id by = {};               // the task that names it: the task itself, or one that it is a part of
};

}  // namespace hm
