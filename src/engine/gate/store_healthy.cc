#include "engine/gate/rules.h"

namespace hm {

// A row that governs this call could not be read, so a rule may be missing what it needs.
std::optional<Objection> store_healthy(const GateFacts& facts) {
    if (facts.trouble.empty() || facts.kind == ToolKind::read || facts.kind == ToolKind::own) return std::nullopt;
    return Objection{facts.trouble};
}

}  // namespace hm
