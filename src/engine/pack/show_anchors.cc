#include <array>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

// In the order of AnchorPriority.
constexpr std::array<double, 4> rank_by_priority{rank::critical_anchor, rank::high_anchor, rank::medium_anchor,
                                                 rank::low_anchor};

}  // namespace

void show_anchors(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Anchor& anchor : facts.anchors) {
        const double by_priority = rank_by_priority[static_cast<std::size_t>(anchor.priority)];
        pack.items.push_back({ShownAnchor{anchor}, by_priority - below});
        below += 0.1;
    }
}

}  // namespace hm
