// Signals from the context itself, and from what went past the gate.
#include "engine/detect/rules.h"
#include "engine/split/split.h"

namespace hm {

std::optional<Detected> useless_compaction(const DetectFacts& facts) {
    // One may be bad luck; after two it is a pattern.
    if (facts.counters.useless_compactions < 2) return std::nullopt;
    return Detected{SignalKind::useless_compaction, facts.counters.useless_compactions,
                    std::to_string(facts.counters.freed_percent)};
}

std::optional<Detected> context_nearly_full(const DetectFacts& facts) {
    const SplitDecision decision = decide_split(facts.counters, facts.settings);
    if (!decision.is_due) return std::nullopt;
    return Detected{SignalKind::context_nearly_full, decision.percent};
}

std::optional<Detected> gate_bypassed(const DetectFacts& facts) {
    return reached(SignalKind::gate_bypassed, facts.counters.bypasses, 1);
}

}  // namespace hm
