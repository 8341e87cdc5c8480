#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

constexpr double for_active_task = 0.3;
constexpr double for_today = 0.2;
constexpr double for_answering = 0.4;
constexpr double for_being_verified = 0.1;

double worth(const MemoryCandidate& candidate, Time now) {
    double worth = 0.2 * candidate.memory.relevance;
    if (candidate.found_by == FoundBy::active_task) worth += for_active_task;
    if (candidate.found_by == FoundBy::question) worth += for_answering * candidate.match;
    if (now - candidate.memory.created_at < hours(24)) worth += for_today;
    if (candidate.memory.standing == Standing::verified) worth += for_being_verified;
    return worth;
}

}  // namespace

void show_memories(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> memories;
    for (const MemoryCandidate& candidate : facts.memories) {
        if (candidate.memory.kind == MemoryKind::false_path) continue;
        memories.push_back({ShownMemory{candidate}, rank::memory_ceiling * std::min(1.0, worth(candidate, facts.now))});
    }
    const auto newer_id = [](const PackItem& item) { return std::get<ShownMemory>(item.what).candidate.memory.id; };
    std::sort(memories.begin(), memories.end(), [&](const PackItem& a, const PackItem& b) {
        return a.rank != b.rank ? a.rank > b.rank : newer_id(a) > newer_id(b);
    });
    std::move(memories.begin(), memories.end(), std::back_inserter(pack.items));
}

}  // namespace hm
