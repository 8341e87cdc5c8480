#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> path_not_locked(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (path.locked_by_task) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
