#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> path_inside_project(const GateFacts& facts) {
    if (facts.kind != ToolKind::write) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (!path.is_inside_project) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
