#include "engine/gate/rules.h"

namespace hm {
namespace {

// Four times what the signal about it is raised at by default: whoever waits for something has had time to see it.
constexpr std::int64_t most_in_a_row = 20;

}  // namespace

// The same call again and again brings the same answer; an agent that does not see that has to be stopped.
std::optional<Objection> call_not_repeated(const GateFacts& facts) {
    if (facts.made_before < most_in_a_row) return std::nullopt;
    return Objection{facts.tool};
}

}  // namespace hm
