#include "app/access.h"

#include <fmt/format.h>

namespace hm {

Result<void> check_access(std::string_view name, Access access, const Actor& actor) {
    if (access == Access::anyone || actor.kind == ActorKind::person) return {};
    return fail(Error{ErrorCode::refused,
                      fmt::format("{} by an agent.", name),
                      "Ask the person you work for to run it.",
                      "Only a person may do this: it changes what governs the agents.",
                      {actor.role.empty() ? "typed in an agent's shell" : "asked by the role " + actor.role}});
}

}  // namespace hm
