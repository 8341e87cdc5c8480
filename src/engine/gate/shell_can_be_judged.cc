#include "engine/gate/granted.h"
#include "engine/gate/rules.h"

namespace hm {

// Code of another language or a name made at run time may do anything.
std::optional<Objection> shell_can_be_judged(const GateFacts& facts) {
    if (!facts.shell || facts.shell->worst.shell_class != ShellClass::unknown) return std::nullopt;
    if (is_granted(facts, ShellClass::unknown)) return std::nullopt;
    return Objection{facts.shell->worst.why};
}

}  // namespace hm
