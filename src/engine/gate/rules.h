// The rules of the gate, each in its own file, in the order in which they are asked. A rule looks at the facts and
// objects, or does not.
#pragma once

#include <optional>
#include <string>

#include "engine/gate/facts.h"

namespace hm {

struct Objection {
    std::string subject;
};

std::optional<Objection> store_healthy(const GateFacts& facts);
std::optional<Objection> role_known(const GateFacts& facts);
std::optional<Objection> role_may_use_tool(const GateFacts& facts);
std::optional<Objection> task_allows_tool(const GateFacts& facts);
std::optional<Objection> write_needs_task(const GateFacts& facts);
std::optional<Objection> task_may_go_on(const GateFacts& facts);
std::optional<Objection> task_assigned_here(const GateFacts& facts);
std::optional<Objection> paths_can_be_judged(const GateFacts& facts);
std::optional<Objection> path_in_role(const GateFacts& facts);
std::optional<Objection> path_in_task(const GateFacts& facts);
std::optional<Objection> path_inside_project(const GateFacts& facts);
std::optional<Objection> path_not_locked(const GateFacts& facts);
std::optional<Objection> path_not_protected(const GateFacts& facts);
std::optional<Objection> planning_file_unchanged(const GateFacts& facts);
std::optional<Objection> planning_file_read(const GateFacts& facts);
std::optional<Objection> decisions_taken(const GateFacts& facts);
std::optional<Objection> shell_class_allowed(const GateFacts& facts);
std::optional<Objection> removal_restorable(const GateFacts& facts);
std::optional<Objection> shell_can_be_judged(const GateFacts& facts);
std::optional<Objection> delegation_depth(const GateFacts& facts);
std::optional<Objection> delegation_cycle(const GateFacts& facts);
std::optional<Objection> delegation_todo(const GateFacts& facts);
std::optional<Objection> call_not_repeated(const GateFacts& facts);

}  // namespace hm
