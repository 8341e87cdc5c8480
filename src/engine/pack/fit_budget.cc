#include <algorithm>
#include <numeric>

#include "engine/pack/passes.h"

namespace hm {

void fit_budget(Pack& pack, const PackFacts& facts, std::size_t frame, MeasureItem measure) {
    std::vector<std::size_t> by_rank(pack.items.size());
    std::iota(by_rank.begin(), by_rank.end(), 0U);
    std::stable_sort(by_rank.begin(), by_rank.end(),
                     [&](std::size_t a, std::size_t b) { return pack.items[a].rank > pack.items[b].rank; });
    std::vector<bool> is_kept(pack.items.size(), false);
    std::size_t used = frame;
    for (const std::size_t index : by_rank) {
        const std::size_t cost = measure(pack.items[index], facts);
        // A long item that does not fit makes way for shorter ones of lower rank.
        if (used + cost > facts.budget) continue;
        used += cost;
        is_kept[index] = true;
    }
    std::vector<PackItem> kept;
    for (std::size_t i = 0; i < pack.items.size(); ++i) {
        if (is_kept[i]) kept.push_back(std::move(pack.items[i]));
    }
    pack.left_out_for_room += pack.items.size() - kept.size();
    pack.items = std::move(kept);
}

}  // namespace hm
