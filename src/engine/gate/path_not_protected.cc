#include "engine/gate/rules.h"

namespace hm {

// What an agent must not change, or the gate would guard nothing.
std::optional<Objection> path_not_protected(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (path.is_protected && !path.is_granted) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
