#include "engine/gate/rules.h"

namespace hm {

// What is handed on must be written down first, or nobody can tell whether it was done.
std::optional<Objection> delegation_todo(const GateFacts& facts) {
    if (!facts.delegation || facts.delegation->has_todo) return std::nullopt;
    return Objection{facts.delegation->to.empty() ? facts.tool : facts.delegation->to};
}

}  // namespace hm
