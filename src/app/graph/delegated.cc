#include "app/graph/delegated.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "domain/delegation_lifecycle.h"
#include "store/sql/delegation.h"

namespace hm {
namespace {

// From the first who gave work away down to the one above, as "a → b"; each delegation once.
Result<std::vector<std::string>> chain_above(const Delegation& delegation, const CommandContext& context) {
    std::vector<std::string> names{delegation.from_role.str()};
    std::optional<Id> above = delegation.parent_id;
    for (std::int64_t i = 0; above && i < 16; ++i) {
        HM_TRY_ASSIGN(const auto parent, find<Delegation>(context.connection(), *above, context.bad));
        if (!parent) break;
        if (names.back() != parent->to_role.view()) names.push_back(parent->to_role.str());
        names.push_back(parent->from_role.str());
        above = parent->parent_id;
    }
    std::reverse(names.begin(), names.end());
    return names;
}

Error chain_error(std::string what, std::string why, const std::vector<std::string>& chain) {
    return {ErrorCode::refused,
            std::move(what),
            "Do the task yourself, or report back to the one who gave it to you.",
            std::move(why),
            {fmt::format("{}", fmt::join(chain, " → "))}};
}

}  // namespace

Result<void> join_chain(Delegation& delegation, const CommandContext& context) {
    if (!delegation.parent_id && context.actor.session_id) {
        HM_TRY_ASSIGN(const auto own,
                      delegation_worked_on(context.connection(), *context.actor.session_id, context.bad));
        if (own) delegation.parent_id = own->id;
    }
    if (delegation.parent_id) {
        HM_TRY_ASSIGN(const auto parent, find<Delegation>(context.connection(), *delegation.parent_id, context.bad));
        delegation.depth = parent ? parent->depth + 1 : 1;
    }
    HM_TRY_ASSIGN(std::vector<std::string> chain, chain_above(delegation, context));
    const bool is_circular = std::find(chain.begin(), chain.end(), delegation.to_role.view()) != chain.end();
    chain.push_back(delegation.to_role.str());
    if (is_circular) {
        return fail(chain_error(fmt::format("Delegation goes in a circle: {}.", fmt::join(chain, " → ")),
                                "The work would come back to somebody who gave it away.", chain));
    }
    if (delegation.depth > max_delegation_depth) {
        return fail(chain_error(fmt::format("A delegation {} deep.", delegation.depth),
                                fmt::format("Work may be handed on {} times at the most.", max_delegation_depth),
                                chain));
    }
    return {};
}

Result<void> accept_delegation(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        if (delegation.status != DelegationStatus::pending) continue;
        const bool is_late = delegation.expires_at && *delegation.expires_at < context.now;
        const DelegationStatus next = is_late ? DelegationStatus::expired : DelegationStatus::accepted;
        HM_TRY(move_to(delegation, next, context.now));
        if (!is_late) delegation.child_session_id = context.actor.session_id;
        HM_TRY(update(context.transaction, delegation));
    }
    return {};
}

Result<void> end_delegation(const Task& task, DelegationStatus status, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        // What nobody took up was not done under it; it is called back.
        const bool is_taken_up = delegation.status == DelegationStatus::accepted;
        HM_TRY(move_to(delegation, is_taken_up ? status : DelegationStatus::recalled, context.now));
        if (is_taken_up && task.result.evidence) delegation.result = task.result.evidence;
        HM_TRY(update(context.transaction, delegation));
    }
    return {};
}

}  // namespace hm
