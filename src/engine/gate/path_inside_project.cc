#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> path_inside_project(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (!path.is_inside_project && !path.is_granted) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
