// Swarms and the client's own subagents, in one registry: who asked, how many may run at once, which are dead, and what
// came of them.
#pragma once

#include "app/command/command.h"
#include "domain/swarm.h"

namespace hm {

// Refuses when as many run as may.
Result<void> check_room_for_swarm(const CommandContext& context);

// Those past their deadline have failed; answers how many.
Result<std::int64_t> close_dead_swarms(const CommandContext& context);

struct Findings {
    std::vector<MemoryText> findings;
    std::optional<Paragraph> summary;
    bool has_failed = false;
};

// Keeps the findings as memories of the swarm's task, those that its child saved itself included, and ends it.
Result<Receipt> collect_swarm(const Id& id, const Findings& found, const CommandContext& context);

// How the session is named that does a swarm's research, so that it is known when its client tells of it.
std::string research_title(const Id& swarm_id);

// A client's subagent began or ended: it is in the registry as a swarm of its parent. One that bears a research title
// of its parent's is that swarm.
Result<void> register_subagent(const Id& parent_session_id, const Id& child_session_id, std::string_view prompt,
                               const CommandContext& context);
// What it said last is its summary. One whose client went away while it ran was cancelled.
HM_ENUM(SubagentEnd, answered, client_left)
Result<void> end_subagent(const Id& child_session_id, SubagentEnd end, std::string_view answer,
                          const CommandContext& context);

}  // namespace hm
