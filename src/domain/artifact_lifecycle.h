// The status changes of an artifact.
#pragma once

#include <array>

#include "domain/artifact.h"
#include "domain/lifecycle.h"

namespace hm {

template <>
struct LifecycleOf<Artifact> {
    using enum ArtifactStatus;
    static constexpr std::string_view noun = "Artifact";
    static constexpr auto member = &Artifact::status;
    static constexpr std::array first{active};
    static constexpr std::array<Transition<ArtifactStatus>, 6> table{{
        {active, completed},
        {active, superseded},
        {active, abandoned},
        {completed, superseded},
        {completed, active},  // reopened
        {abandoned, active},  // taken up again
    }};
    static void settle(Artifact& artifact, Time now) {
        const bool is_out =
            artifact.status == ArtifactStatus::superseded || artifact.status == ArtifactStatus::abandoned;
        artifact.purged_at = is_out ? std::optional(now) : std::nullopt;
    }
};

}  // namespace hm
