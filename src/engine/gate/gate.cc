#include "engine/gate/gate.h"

#include <algorithm>

#include "engine/gate/facts_of.h"
#include "engine/gate/rules.h"

namespace hm {
namespace {

#ifndef __SANITIZE_ADDRESS__  // under the sanitizers GCC compares no function with nullptr at compile time
static_assert(std::ranges::all_of(gate_rules,
                                  [](const RuleRow& rule) {
                                      return std::visit([](auto ask) { return ask != nullptr; }, rule.ask);
                                  }),
              "A rule needs a function.");
#endif

struct Ask {
    const GateFacts& facts;

    std::optional<Objection> operator()(FactsRule ask) const { return ask(facts); }
    std::optional<Objection> operator()(PathRule holds_for) const {
        if (!writes_paths(facts)) return std::nullopt;
        for (const PathFact& path : facts.paths) {
            if (!holds_for(path)) return Objection{path.path};
        }
        return std::nullopt;
    }
};

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
    if (rule == GateRule::none || gate_rules[rule].weight == Weight::as_failing) return true;
    return facts.shell && std::any_of(facts.shell->effects.begin(), facts.shell->effects.end(),
                                      [](const ShellEffect& effect) { return effect.is_for_person; });
}

std::vector<Verdict> all_objections(const GateFacts& facts) {
    std::vector<Verdict> all;
    for (const RuleRow& rule : gate_rules) {
        if (auto objection = std::visit(Ask{facts}, rule.ask))
            all.push_back({Outcome::block, rule.name, std::move(objection->subject)});
    }
    return all;
}

Verdict decide(const GateFacts& facts) {
    Verdict milder;  // what is said when nothing blocks
    for (const RuleRow& rule : gate_rules) {
        std::optional<Objection> objection = std::visit(Ask{facts}, rule.ask);
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
