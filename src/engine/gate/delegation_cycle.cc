#include <algorithm>

#include "engine/gate/rules.h"

namespace hm {

// Work that comes back to an agent that handed it on would go round for ever.
std::optional<Objection> delegation_cycle(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->to.empty()) return std::nullopt;
    const DelegationFact& asked = *facts.delegation;
    if (std::find(asked.line.begin(), asked.line.end(), asked.to) == asked.line.end()) return std::nullopt;
    return Objection{asked.to};
}

}  // namespace hm
