#include "adapters/wiring/client_wiring.h"

#include <array>

#include "adapters/claude_code/wiring.h"
#include "adapters/codex/wiring.h"
#include "adapters/gemini/wiring.h"
#include "adapters/opencode/wiring.h"

namespace hm {

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
