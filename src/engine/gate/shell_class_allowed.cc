#include "engine/gate/rules.h"

namespace hm {

std::optional<Objection> shell_class_allowed(const GateFacts& facts) {
    if (!facts.shell) return std::nullopt;
    const unsigned allowed = facts.role.shell_classes | facts.granted_classes;
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.is_for_person || (allowed & shell_bit(effect.shell_class)) == 0) return Objection{effect.why};
    }
    return std::nullopt;
}

}  // namespace hm
