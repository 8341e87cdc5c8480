#include "engine/gate/rules.h"

namespace hm {

// A planning file is read before it is written, or what others put into it is lost.
std::optional<Objection> planning_file_read(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (path.is_unread_plan) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
