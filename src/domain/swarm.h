// Swarm: research given to a child session that runs beside its parent, with a budget and a deadline.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(SwarmState, spawned, running, completed, failed, cancelled)

struct Swarm : Node {
    std::optional<Id> parent_session_id;
    std::optional<Id> child_session_id;
    std::optional<Id> task_id;
    MemoryText prompt;
    std::optional<std::int64_t> budget;
    std::optional<Time> deadline_at;
    SwarmState state = SwarmState::spawned;
    std::vector<Id> findings;
    std::optional<Paragraph> summary;

    static constexpr void fields(auto&& visit) {
        node_fields<Swarm>(visit);
        visit(field("parent_session_id", &Swarm::parent_session_id, "Session that asked."));
        visit(kept("child_session_id", &Swarm::child_session_id, "Session that searches."));
        visit(field("task_id", &Swarm::task_id, "Task its findings belong to."));
        visit(field("prompt", &Swarm::prompt, "What it was asked."));
        visit(field("budget", &Swarm::budget, "Most tokens it may use."));
        visit(field("deadline_at", &Swarm::deadline_at, "When it must be done."));
        visit(kept("state", &Swarm::state, "Where it stands."));
        visit(kept("findings", &Swarm::findings, "Memories it saved."));
        visit(field("summary", &Swarm::summary, "What it found, in short."));
    }
};

// The state changes of a swarm.

template <>
struct LifecycleOf<Swarm> {
    using enum SwarmState;
    static constexpr std::string_view noun = "Swarm";
    static constexpr auto member = &Swarm::state;
    static constexpr std::array first{spawned};
    static constexpr std::array<Transition<SwarmState>, 7> table{{
        {spawned, running},
        {spawned, completed},
        {spawned, failed},
        {spawned, cancelled},
        {running, completed},
        {running, failed},
        {running, cancelled},
    }};
    static void settle(Swarm&, Time) {}
};

}  // namespace hm
