#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> role_may_use_tool(const GateFacts& facts) {
    if (facts.role.may_use_tool) return std::nullopt;
    return Objection{facts.action.empty() ? facts.tool : facts.tool + " " + facts.action};
}

}  // namespace hm
