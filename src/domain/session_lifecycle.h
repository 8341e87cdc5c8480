// The status changes of a session: one that was closed can be resumed.
#pragma once

#include <array>

#include "domain/lifecycle.h"
#include "domain/session.h"

namespace hm {

template <>
struct LifecycleOf<Session> {
    using enum SessionStatus;
    static constexpr std::string_view noun = "Session";
    static constexpr auto member = &Session::status;
    static constexpr std::array first{active};
    static constexpr std::array<Transition<SessionStatus>, 2> table{{
        {active, closed},
        {closed, active},
    }};
    static void settle(Session&, Time) {}
};

}  // namespace hm
