#include "engine/gate/granted.h"
#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> path_inside_project(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (!path.is_inside_project && !is_granted(facts, path.path)) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
