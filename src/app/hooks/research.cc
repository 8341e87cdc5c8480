#include "app/hooks/research.h"

#include "app/session/swarms.h"
#include "store/records.h"
#include "view/research_text.h"

namespace hm {

Result<std::optional<DueResearch>> research_due(std::string_view swarm_id, Workspace& workspace) {
    HM_TRY_ASSIGN(const Id id, Id::parse(swarm_id));
    BadRows bad;
    HM_TRY_ASSIGN(const auto swarm, find<Swarm>(workspace.store.connection(), id, bad));
    if (!swarm || swarm->state != SwarmState::spawned) return std::nullopt;
    return DueResearch{id.text(), research_title(id), research_text(*swarm)};
}

}  // namespace hm
