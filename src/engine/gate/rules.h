// The rules of the gate: one row for each, in the order in which they are asked. A rule looks at the facts and objects,
// or does not.
//
// To add a rule: 1. here, its name in GateRule, its declaration and its row; 2. its function in rules_<family>.cc;
// 3. its words in view/verdict_text.cc. A rule without a row or without words does not compile. Then show it in a
// transcript under tests/transcripts/gate/, which the tests ask for. A fact that no rule has read yet is also loaded
// (app/gate/load_gate_facts.cc) and recorded for replay (recorded_facts.cc, whose test asks for each rule).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/fields.h"

namespace hm {

struct GateFacts;
struct PathFact;

// `none` when no rule objects.
HM_ENUM(GateRule, none, store_healthy, role_known, role_may_use_tool, task_allows_tool, write_needs_task,
        task_may_go_on, task_assigned_here, paths_can_be_judged, path_in_role, path_in_task, path_inside_project,
        path_not_locked, path_not_changed_by_other, path_not_protected, planning_file_unchanged, planning_file_read,
        decisions_taken, shell_class_allowed, removal_restorable, shell_can_be_judged, delegation_depth,
        delegation_cycle, delegation_todo, call_not_repeated)

// hard: holds in assisted too. soft: only advises there. as_failing: follows what the person chose for failures, and
// no lever lifts it.
HM_ENUM(Weight, hard, soft, as_failing)

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
bool path_in_role(const PathFact& path);
std::optional<Objection> path_in_task(const GateFacts& facts);
bool path_inside_project(const PathFact& path);
bool path_not_locked(const PathFact& path);
bool path_not_changed_by_other(const PathFact& path);
bool path_not_protected(const PathFact& path);
bool planning_file_unchanged(const PathFact& path);
bool planning_file_read(const PathFact& path);
std::optional<Objection> decisions_taken(const GateFacts& facts);
std::optional<Objection> shell_class_allowed(const GateFacts& facts);
std::optional<Objection> removal_restorable(const GateFacts& facts);
std::optional<Objection> shell_can_be_judged(const GateFacts& facts);
std::optional<Objection> delegation_depth(const GateFacts& facts);
std::optional<Objection> delegation_cycle(const GateFacts& facts);
std::optional<Objection> delegation_todo(const GateFacts& facts);
std::optional<Objection> call_not_repeated(const GateFacts& facts);

// Asks the facts as a whole.
using FactsRule = std::optional<Objection> (*)(const GateFacts&);
// Must hold for each path that the call writes; the first that it does not hold for is objected to, and recorded.
using PathRule = bool (*)(const PathFact&);

struct RuleRow {
    GateRule name;
    Weight weight;
    std::variant<FactsRule, PathRule> ask;
};

inline constexpr EnumTable<&RuleRow::name, GateRule::store_healthy> gate_rules({
    {GateRule::store_healthy, Weight::as_failing, store_healthy},
    {GateRule::role_known, Weight::hard, role_known},
    {GateRule::role_may_use_tool, Weight::hard, role_may_use_tool},
    {GateRule::task_allows_tool, Weight::hard, task_allows_tool},
    {GateRule::write_needs_task, Weight::soft, write_needs_task},
    {GateRule::task_may_go_on, Weight::soft, task_may_go_on},
    {GateRule::task_assigned_here, Weight::hard, task_assigned_here},
    {GateRule::paths_can_be_judged, Weight::hard, paths_can_be_judged},
    {GateRule::path_in_role, Weight::hard, path_in_role},
    {GateRule::path_in_task, Weight::hard, path_in_task},
    {GateRule::path_inside_project, Weight::hard, path_inside_project},
    {GateRule::path_not_locked, Weight::hard, path_not_locked},
    {GateRule::path_not_changed_by_other, Weight::hard, path_not_changed_by_other},
    {GateRule::path_not_protected, Weight::hard, path_not_protected},
    {GateRule::planning_file_unchanged, Weight::hard, planning_file_unchanged},
    {GateRule::planning_file_read, Weight::soft, planning_file_read},
    {GateRule::decisions_taken, Weight::soft, decisions_taken},
    {GateRule::shell_class_allowed, Weight::hard, shell_class_allowed},
    {GateRule::removal_restorable, Weight::hard, removal_restorable},
    {GateRule::shell_can_be_judged, Weight::soft, shell_can_be_judged},
    {GateRule::delegation_depth, Weight::hard, delegation_depth},
    {GateRule::delegation_cycle, Weight::hard, delegation_cycle},
    {GateRule::delegation_todo, Weight::soft, delegation_todo},
    {GateRule::call_not_repeated, Weight::hard, call_not_repeated},
});

// How far work may be handed on.

// A main agent's children are at depth 1.
inline constexpr std::int64_t deepest_delegation = 3;

}  // namespace hm
