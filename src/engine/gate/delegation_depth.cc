#include "engine/gate/delegation_limits.h"
#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> delegation_depth(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->depth <= deepest_delegation) return std::nullopt;
    return Objection{facts.delegation->to.empty() ? facts.tool : facts.delegation->to};
}

}  // namespace hm
