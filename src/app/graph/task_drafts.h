// Task drafts: a list of tasks as one call plans them. They may name each other, and tasks of the plan, by name or id.
#pragma once

#include "app/command.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"

namespace hm {

struct GateDraft {
    std::optional<Title> after;
    std::optional<Title> after_task_id;
    std::optional<Sentence> reason;
    static constexpr void fields(auto&& visit) {
        visit(field("after", &GateDraft::after, "Task that must be completed first, by name or id."));
        visit(field("after_task_id", &GateDraft::after_task_id, "The same, as the task itself calls it."));
        visit(same_as(&TemporalGate::reason, &GateDraft::reason));
    }
};

struct TaskDraft {
    Title name;
    Paragraph expected_output;
    std::vector<Title> depends_on;
    std::optional<GateDraft> temporal_gate;
    std::optional<Title> parent;
    std::optional<Word> assigned_to;
    std::vector<Word> allowed_tools;
    std::vector<FilePath> allowed_paths;
    std::vector<Id> tech_decision_ids;
    std::optional<TaskLocation> location;
    bool planned_ahead = false;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Task::name, &TaskDraft::name));
        visit(same_as(&Task::expected_output, &TaskDraft::expected_output));
        visit(field("depends_on", &TaskDraft::depends_on, "Tasks that must be completed first, by name or id."));
        visit(same_as(&Task::temporal_gate, &TaskDraft::temporal_gate));
        visit(field("parent", &TaskDraft::parent, "Task it is a part of, by name or id."));
        visit(same_as(&Task::assigned_to, &TaskDraft::assigned_to));
        visit(same_as(&Task::allowed_tools, &TaskDraft::allowed_tools));
        visit(same_as(&Task::allowed_paths, &TaskDraft::allowed_paths));
        visit(same_as(&Task::tech_decision_ids, &TaskDraft::tech_decision_ids));
        visit(same_as(&Task::location, &TaskDraft::location));
        visit(same_as(&Task::planned_ahead, &TaskDraft::planned_ahead));
    }
};

// Makes the tasks in the plan's phase, in an order in which each names only what is there, and refuses cycles.
Result<std::vector<Task>> make_drafted(const std::vector<TaskDraft>& drafts, const Plan& plan, const Phase& phase,
                                       const CommandContext& context);

// A part belongs to a task that is there and not over, and to its phase. Sets kind and phase.
Result<void> settle_parent(Task& task, const CommandContext& context);

// Patterns of paths as the gate sees files: an agent spells them from the root of the disk, too.
Result<void> settle_patterns(std::vector<FilePath>& patterns, const CommandContext& context);

}  // namespace hm
