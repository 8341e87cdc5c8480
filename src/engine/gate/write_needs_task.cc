#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> write_needs_task(const GateFacts& facts) {
    if (!may_change_files(facts) || !facts.active_tasks.empty()) return std::nullopt;
    return Objection{facts.paths.empty() ? facts.tool : facts.paths.front().path};
}

}  // namespace hm
