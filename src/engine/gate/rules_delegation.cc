// Rules about handing work on.
#include <algorithm>

#include "engine/gate/facts.h"

namespace hm {

std::optional<Objection> delegation_depth(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->depth <= deepest_delegation) return std::nullopt;
    return Objection{facts.delegation->to.empty() ? facts.tool : facts.delegation->to};
}

// Work that comes back to an agent that handed it on would go round for ever.
std::optional<Objection> delegation_cycle(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->to.empty()) return std::nullopt;
    const DelegationFact& asked = *facts.delegation;
    if (std::find(asked.line.begin(), asked.line.end(), asked.to) == asked.line.end()) return std::nullopt;
    return Objection{asked.to};
}

// What is handed on must be written down first, or nobody can tell whether it was done.
std::optional<Objection> delegation_todo(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->has_todo) return std::nullopt;
    return Objection{facts.delegation->to.empty() ? facts.tool : facts.delegation->to};
}

}  // namespace hm
