#include "engine/gate/rules.h"

namespace hm {

// A shell command and a tool nobody knows can change files too; what cannot be judged counts as a write.
std::optional<Objection> write_needs_task(const GateFacts& facts) {
    const bool may_change_files =
        facts.kind == ToolKind::write || facts.kind == ToolKind::shell || facts.kind == ToolKind::other;
    if (!may_change_files || !facts.active_tasks.empty()) return std::nullopt;
    return Objection{facts.paths.empty() ? facts.tool : facts.paths.front().path};
}

}  // namespace hm
