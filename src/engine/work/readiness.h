// Whether a task may start: what blocks it, who may take it, and cycles of dependencies.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "domain/task.h"

namespace hm {

// Readiness: what keeps a task from starting, or from going on. `blocked` is this list not being empty; it is worked
// out here every time and stored nowhere. Pure.
//
// A part of a task waits for everything that the whole waits for. A draft plan and a planned phase hold nothing back:
// they begin with their first task.

// What is awaited and has not come yet. Everything a rule or a message needs to name it is in it.
using Blocker = Awaited;

// Whether it holds the task back no longer.
bool is_met(const Awaited& awaited);

// Those that are not met, in the order given.
std::vector<Blocker> blockers_among(std::span<const Awaited> awaited);

// 'waits for "Build the parser" (planned)', for people and agents.
std::string to_words(const Blocker& blocker);

// What would make way: 'Complete task … first.'
std::string remedy_of(const Blocker& blocker);

// Whose task it is. A task that somebody gave to an agent or role is theirs alone; one that an agent took by itself
// binds nobody else once it is given back. Pure.

// `agent` is the client's name of the agent and may be empty; `role` is what it may do.
inline bool is_given_to_another(const Task& task, std::string_view agent, std::string_view role) {
    const bool is_given = task.assigned_to && task.delegated_by && task.assigned_to != task.delegated_by;
    return is_given && task.assigned_to->view() != agent && task.assigned_to->view() != role;
}

// Records that need each other, and whether the way through them leads back to where it began: then none of them could
// ever be done. Pure. What counts as needing is gathered by app/work/task.h.

struct NeedGraph {
    struct Node {
        Id id;
        std::string name;
        std::vector<std::size_t> needs;  // places in `nodes`
    };
    std::vector<Node> nodes;
};

// A record from which a way leads back to itself; nothing when there is none. Looks at each of them once.
std::optional<std::size_t> record_on_cycle(const NeedGraph& graph);

// The shortest way from `start` back to itself, `start` first and last; empty when there is none.
std::vector<std::size_t> find_cycle(const NeedGraph& graph, std::size_t start);

// '"A" → "B" → "A"'; a long way is shortened in its middle.
std::string cycle_in_words(const NeedGraph& graph, const std::vector<std::size_t>& cycle);

}  // namespace hm
