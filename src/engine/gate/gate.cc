#include "engine/gate/gate.h"

#include <algorithm>
#include <array>

#include "engine/gate/facts_of.h"
#include "engine/gate/rules.h"

namespace hm {
namespace {

// hard: holds in assisted too. soft: only advises there. as_failing: follows what the person chose for failures.
HM_ENUM(Weight, hard, soft, as_failing)

struct Rule {
    GateRule name;
    Weight weight;
    std::optional<Objection> (*ask)(const GateFacts&);
};

constexpr auto rules = std::to_array<Rule>({
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

Outcome outcome_of(const GateFacts& facts, Weight weight) {
    if (facts.mode == GateMode::permissive) return Outcome::allow;
    if (weight == Weight::as_failing) return facts.fail == FailMode::closed ? Outcome::block : Outcome::advise;
    // A task that may not start does not start in any mode; its command would refuse it a moment later.
    const bool holds = facts.mode == GateMode::strict || weight == Weight::hard || facts.target.has_value();
    return holds ? Outcome::block : Outcome::advise;
}

LiftedBy lifted_by(const GateFacts& facts, GateRule rule, std::string_view subject) {
    if (is_beyond_levers(facts, rule)) return LiftedBy::nobody;
    const bool is_overridden = std::any_of(facts.lifted.begin(), facts.lifted.end(), [&](const LiftedRule& lifted) {
        return lifted.rule == rule && lifted.subject == fact_label(subject);
    });
    if (is_overridden) return LiftedBy::overriding;
    return facts.is_approved ? LiftedBy::approval : LiftedBy::nobody;
}

}  // namespace

bool is_beyond_levers(const GateFacts& facts, GateRule rule) {
    if (rule == GateRule::none || rule == GateRule::store_healthy) return true;
    return facts.shell && std::any_of(facts.shell->effects.begin(), facts.shell->effects.end(),
                                      [](const ShellEffect& effect) { return effect.is_for_person; });
}

std::vector<Verdict> all_objections(const GateFacts& facts) {
    std::vector<Verdict> all;
    for (const Rule& rule : rules) {
        if (auto objection = rule.ask(facts)) all.push_back({Outcome::block, rule.name, std::move(objection->subject)});
    }
    return all;
}

Verdict decide(const GateFacts& facts) {
    Verdict milder;  // what is said when nothing blocks
    for (const Rule& rule : rules) {
        std::optional<Objection> objection = rule.ask(facts);
        if (!objection) continue;
        Verdict verdict{outcome_of(facts, rule.weight), rule.name, std::move(objection->subject)};
        if (verdict.outcome == Outcome::block) {
            verdict.lifted_by = lifted_by(facts, rule.name, verdict.subject);
            if (verdict.lifted_by == LiftedBy::nobody) {
                verdict.attempt = facts.refused_before + 1;
                return verdict;
            }
            verdict.outcome = Outcome::allow;
        }
        // Advice does not end the list: a later rule may still block. A lifted rule is told before mere advice.
        const bool is_graver = verdict.lifted_by != LiftedBy::nobody && milder.lifted_by == LiftedBy::nobody;
        if (milder.rule == GateRule::none || is_graver) milder = std::move(verdict);
    }
    return milder;
}

}  // namespace hm
