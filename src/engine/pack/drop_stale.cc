#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/staleness/staleness.h"

namespace hm {

// A memory past its date leaves, unless an active task or the question itself calls for it.
void drop_stale(Pack& pack, const PackFacts& facts) {
    const auto is_out_of_date = [&](const PackItem& item) {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        if (shown == nullptr || shown->candidate.found_by != FoundBy::recency) return false;
        return is_past_date(shown->candidate.memory, facts.now);
    };
    pack.stale_dropped += std::erase_if(pack.items, is_out_of_date);
}

}  // namespace hm
