#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> path_in_role(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (!path.is_in_role_paths) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
