#include "engine/gate/rules.h"

namespace hm {

// A name that nobody described gets the least: it may look, nothing else.
std::optional<Objection> role_known(const GateFacts& facts) {
    const bool is_more_than_looking = may_change_files(facts) || facts.kind == ToolKind::delegate;
    if (facts.role.is_known || !is_more_than_looking) return std::nullopt;
    return Objection{facts.role.name};
}

}  // namespace hm
