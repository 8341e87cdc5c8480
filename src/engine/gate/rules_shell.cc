// Rules about shell commands and what they would remove.
#include "engine/gate/facts.h"

namespace hm {

std::optional<Objection> shell_class_allowed(const GateFacts& facts) {
    if (!facts.shell) return std::nullopt;
    const unsigned allowed = facts.role.shell_classes | facts.granted_classes;
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.is_for_person || (allowed & shell_bit(effect.shell_class)) == 0) return Objection{effect.why};
    }
    return std::nullopt;
}

// Code of another language or a name made at run time may do anything.
std::optional<Objection> shell_can_be_judged(const GateFacts& facts) {
    if (!facts.shell || facts.shell->worst.shell_class != ShellClass::unknown) return std::nullopt;
    if ((facts.granted_classes & shell_bit(ShellClass::unknown)) != 0) return std::nullopt;
    return Objection{facts.shell->worst.why};
}

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
