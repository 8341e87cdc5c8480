#include "engine/gate/gate.h"

#include <array>

#include "engine/gate/rules.h"

namespace hm {
namespace {

// Whether a rule holds in assisted mode too, or only advises there.
HM_ENUM(Weight, hard, soft)

struct Rule {
    GateRule name;
    Weight weight;
    std::optional<Objection> (*ask)(const GateFacts&);
};

constexpr std::array<Rule, 7> rules{{
    {GateRule::path_inside_project, Weight::hard, path_inside_project},
    {GateRule::path_not_protected, Weight::hard, path_not_protected},
    {GateRule::role_may_use_tool, Weight::hard, role_may_use_tool},
    {GateRule::path_not_locked, Weight::hard, path_not_locked},
    {GateRule::shell_class_allowed, Weight::hard, shell_class_allowed},
    {GateRule::shell_can_be_judged, Weight::soft, shell_can_be_judged},
    {GateRule::write_needs_task, Weight::soft, write_needs_task},
}};

Outcome outcome_of(GateMode mode, Weight weight) {
    if (mode == GateMode::permissive) return Outcome::allow;
    return mode == GateMode::strict || weight == Weight::hard ? Outcome::block : Outcome::advise;
}

}  // namespace

Verdict decide(const GateFacts& facts) {
    Verdict advice;
    for (const Rule& rule : rules) {
        std::optional<Objection> objection = rule.ask(facts);
        if (!objection) continue;
        const Verdict verdict{outcome_of(facts.mode, rule.weight), rule.name, std::move(objection->subject)};
        if (verdict.outcome == Outcome::block) return verdict;
        // Advice does not end the list: a later rule may still block.
        if (advice.rule == GateRule::none) advice = verdict;
    }
    return advice;
}

}  // namespace hm
