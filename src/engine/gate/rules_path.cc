// Rules about the paths that a call writes.
#include <fmt/format.h>

#include "domain/texts.h"
#include "engine/gate/rules_task.h"

namespace hm {

// What was not looked at may lie anywhere.
std::optional<Objection> paths_can_be_judged(const GateFacts& facts) {
    if (!writes_paths(facts) || facts.paths_left_out == 0) return std::nullopt;
    return Objection{fmt::format("more than {} paths", most_judged_paths)};
}

bool path_in_role(const PathFact& path) {
    return path.is_in_role_paths;
}

std::optional<Objection> path_in_task(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    const TaskFact* task = refusing_task(facts, TaskTest::allows_paths);
    return task == nullptr ? std::nullopt : std::optional(Objection{*task->out_of_scope});
}

bool path_inside_project(const PathFact& path) {
    return path.is_inside_project || path.is_granted;
}

bool path_not_locked(const PathFact& path) {
    return !path.locked_by_task;
}

// Agents that work under one task see each other's changes, or one of them would undo what the other did.
bool path_not_changed_by_other(const PathFact& path) {
    return !path.changed_by;
}

// What an agent must not change, or the gate would guard nothing.
bool path_not_protected(const PathFact& path) {
    return !path.is_protected || path.is_granted;
}

// A planning file that somebody changed since this session read it is read again first.
bool planning_file_unchanged(const PathFact& path) {
    return !path.is_changed_plan;
}

// A planning file is read before it is written, or what others put into it is lost.
bool planning_file_read(const PathFact& path) {
    return !path.is_unread_plan;
}

}  // namespace hm
