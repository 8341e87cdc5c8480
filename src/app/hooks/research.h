// A swarm that was just spawned and whose session nobody has begun yet: what its client shall open.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/workspace.h"

namespace hm {

struct DueResearch {
    std::string swarm_id;
    std::string title;  // leads back to the swarm when the client tells of the session
    std::string text;
};

Result<std::optional<DueResearch>> research_due(std::string_view swarm_id, Workspace& workspace);

}  // namespace hm
