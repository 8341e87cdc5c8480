// The status changes of a delegation.
#pragma once

#include <array>

#include "domain/delegation.h"
#include "domain/lifecycle.h"

namespace hm {

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
