#include "adapters/clients/shared/clients.h"

#include <array>

#include "adapters/wiring/client_wiring.h"

namespace hm {

namespace hook {

std::span<const Dialect* const> all_dialects() {
    static const std::array dialects{&claude_code::dialect(), &codex::dialect(), &gemini::dialect()};
    return dialects;
}

const Dialect* find_dialect(std::string_view client) {
    for (const Dialect* dialect : all_dialects()) {
        if (dialect->client == client) return dialect;
    }
    return nullptr;
}

}  // namespace hook

std::span<const ClientWiring> all_wirings() {
    static const std::array wirings{opencode::wiring(), claude_code::wiring(), codex::wiring(), gemini::wiring()};
    return wirings;
}

const ClientWiring* find_wiring(std::string_view client) {
    for (const ClientWiring& wiring : all_wirings()) {
        if (wiring.client == client) return &wiring;
    }
    return nullptr;
}

}  // namespace hm
