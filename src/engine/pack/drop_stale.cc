#include <algorithm>

#include "engine/pack/passes.h"

namespace hm {

// A memory past its date leaves, unless an active task or the question itself calls for it.
void drop_stale(Pack& pack, const PackFacts& facts) {
    const auto is_out_of_date = [&](const PackItem& item) {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        if (shown == nullptr || shown->candidate.found_by != FoundBy::recency) return false;
        const auto& stale_at = shown->candidate.memory.stale_at;
        return stale_at && *stale_at <= facts.now;
    };
    pack.stale_dropped += std::erase_if(pack.items, is_out_of_date);
}

}  // namespace hm
