#include "domain/role.h"
#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> role_may_use_tool(const GateFacts& facts) {
    const RoleProfile& profile = role_profile(facts.role);
    const bool may_not_write = facts.kind == ToolKind::write && profile.write_files == Permission::no;
    const bool may_not_run = facts.kind == ToolKind::shell && profile.shell_classes == 0;
    const bool may_not_delegate = facts.kind == ToolKind::delegate && profile.delegate == Permission::no;
    if (may_not_write || may_not_run || may_not_delegate) return Objection{facts.tool};
    return std::nullopt;
}

}  // namespace hm
