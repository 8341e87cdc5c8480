#include "engine/gate/rules.h"

namespace hm {

// What nobody can bring back goes by a person's leave, as everything that destroys.
std::optional<Objection> removal_restorable(const GateFacts& facts) {
    const unsigned allowed = facts.role.shell_classes | facts.granted_classes;
    if ((allowed & shell_bit(ShellClass::destructive)) != 0) return std::nullopt;
    for (const RemovalFact& removal : facts.removals) {
        if (removal.reason != LossReason::nothing) return Objection{removal.path};
    }
    return std::nullopt;
}

}  // namespace hm
