#include "domain/role.h"
#include "engine/gate/granted.h"
#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> shell_class_allowed(const GateFacts& facts) {
    if (!facts.shell) return std::nullopt;
    const RoleProfile& profile = role_profile(facts.role);
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.is_for_person) return Objection{effect.why};
        if (may_run(profile, effect.shell_class) || is_granted(facts, effect.shell_class)) continue;
        return Objection{effect.why};
    }
    return std::nullopt;
}

}  // namespace hm
