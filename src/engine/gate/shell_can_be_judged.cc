#include "engine/gate/rules.h"

namespace hm {

// Code of another language or a name made at run time may do anything.
std::optional<Objection> shell_can_be_judged(const GateFacts& facts) {
    if (!facts.shell || facts.shell->worst.shell_class != ShellClass::unknown) return std::nullopt;
    if ((facts.granted_classes & shell_bit(ShellClass::unknown)) != 0) return std::nullopt;
    return Objection{facts.shell->worst.why};
}

}  // namespace hm
