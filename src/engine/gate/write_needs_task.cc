#include "engine/gate/rules.h"

namespace hm {

// A shell command and a tool nobody knows can change files too; what cannot be judged counts as a write.
std::optional<Objection> write_needs_task(const GateFacts& facts) {
    const bool only_looks = facts.shell && (facts.shell->worst.shell_class == ShellClass::read ||
                                            facts.shell->worst.shell_class == ShellClass::git_read);
    const bool may_change_files = facts.kind == ToolKind::write || facts.kind == ToolKind::other ||
                                  (facts.kind == ToolKind::shell && !only_looks);
    if (!may_change_files || !facts.active_tasks.empty()) return std::nullopt;
    return Objection{facts.paths.empty() ? facts.tool : facts.paths.front().path};
}

}  // namespace hm
