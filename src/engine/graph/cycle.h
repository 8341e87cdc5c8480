// Records that need each other, and whether the way through them leads back to where it began: then none of them could
// ever be done. Pure. What counts as needing is gathered by app/graph/check_order.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"

namespace hm {

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
