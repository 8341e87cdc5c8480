#include <fmt/format.h>

#include "engine/gate/path_limit.h"
#include "engine/gate/rules.h"

namespace hm {

// What was not looked at may lie anywhere.
std::optional<Objection> paths_can_be_judged(const GateFacts& facts) {
    if (!writes_paths(facts) || facts.paths_left_out == 0) return std::nullopt;
    return Objection{fmt::format("more than {} paths", most_judged_paths)};
}

}  // namespace hm
