#include "engine/gate/rules.h"

namespace hm {

// A planning file that somebody changed since this session read it is read again first.
std::optional<Objection> planning_file_unchanged(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (path.is_changed_plan) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
