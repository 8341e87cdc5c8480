#include "app/recall.h"

#include <algorithm>

#include "engine/recall/query_words.h"
#include "store/sql/memory.h"

namespace hm {

Result<std::vector<RecallHit>> recall(const RecallAsk& ask, Connection& connection, Time, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, search_memories(connection, query_words(ask.question), ask.limit, bad));
    const double best = found.empty() ? 1 : std::max(found.front().score, 1e-9);
    std::vector<RecallHit> hits;
    for (MemoryHit& hit : found) {
        hits.push_back({std::move(hit.memory), hit.score, hit.score / best, {{"words", hit.score}}, {}});
    }
    return hits;
}

}  // namespace hm
