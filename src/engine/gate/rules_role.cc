// Rules about who asks: the store, the role, and calls made again and again.
#include "engine/gate/facts.h"

namespace hm {

// A row that governs this call could not be read, so a rule may be missing what it needs.
std::optional<Objection> store_healthy(const GateFacts& facts) {
    if (facts.trouble.empty() || facts.kind == ToolKind::read || facts.kind == ToolKind::own) return std::nullopt;
    return Objection{facts.trouble};
}

// A name that nobody described gets the least: it may look, nothing else.
std::optional<Objection> role_known(const GateFacts& facts) {
    const bool is_more_than_looking = may_change_files(facts) || facts.kind == ToolKind::delegate;
    if (facts.role.is_known || !is_more_than_looking) return std::nullopt;
    return Objection{facts.role.name};
}

std::optional<Objection> role_may_use_tool(const GateFacts& facts) {
    if (facts.role.may_use_tool) return std::nullopt;
    return Objection{facts.action.empty() ? facts.tool : facts.tool + " " + facts.action};
}

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
