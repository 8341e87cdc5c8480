// Delegation: a task handed from one role to another, with how deep the chain has become.
#pragma once

#include <array>
#include <cstdint>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(DelegationStatus, pending, accepted, completed, failed, recalled, expired)

// How long a chain of delegations may become.
inline constexpr std::int64_t max_delegation_depth = 3;

struct Delegation : Node {
    Id task_id;
    Word from_role;
    Word to_role;
    std::optional<Id> from_session_id;
    std::optional<Id> child_session_id;
    std::optional<Id> parent_id;
    std::int64_t depth = 1;
    DelegationStatus status = DelegationStatus::pending;
    std::optional<Paragraph> context;
    std::optional<Paragraph> result;
    std::optional<Time> expires_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Delegation>(visit);
        visit(field("task_id", &Delegation::task_id, "Task that is handed over."));
        visit(field("from_role", &Delegation::from_role, "Role that hands it over."));
        visit(field("to_role", &Delegation::to_role, "Role that shall do it."));
        visit(kept("from_session_id", &Delegation::from_session_id, "Session that hands it over."));
        visit(kept("child_session_id", &Delegation::child_session_id, "Session that does it."));
        visit(field("parent_id", &Delegation::parent_id, "Delegation it is a part of."));
        visit(kept("depth", &Delegation::depth, "How many delegations lead to it, itself counted."));
        visit(kept("status", &Delegation::status, "Where it stands."));
        visit(field("context", &Delegation::context, "What the other must know."));
        visit(field("result", &Delegation::result, "What came of it."));
        visit(field("expires_at", &Delegation::expires_at, "When it ends if nobody took it up."));
    }
};

// The status changes of a delegation.

template <>
struct LifecycleOf<Delegation> {
    using enum DelegationStatus;
    static constexpr std::string_view noun = "Delegation";
    static constexpr auto member = &Delegation::status;
    static constexpr std::array first{pending};
    static constexpr std::array<Transition<DelegationStatus>, 8> table{{
        {pending, accepted},
        {pending, recalled},
        {pending, expired},
        {pending, failed},
        {accepted, completed},
        {accepted, failed},
        {accepted, recalled},
        {accepted, expired},
    }};
    static void settle(Delegation&, Time) {}
};

}  // namespace hm
