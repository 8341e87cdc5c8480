#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

constexpr double for_active_task = 0.55;
constexpr double for_answering = 0.3;        // for any answer at all
constexpr double for_answering_best = 0.35;  // on top, for the best one
constexpr double for_being_nearby = 0.2;
constexpr double for_relevance = 0.1;
constexpr double for_today = 0.1;
constexpr double for_being_verified = 0.1;
constexpr double for_a_persons_word = 0.05;

// A memory that was only found because it is new is worth little, however new it is.
std::vector<ScorePart> score_parts(const MemoryCandidate& candidate, Time now) {
    const Memory& memory = candidate.memory;
    std::vector<ScorePart> parts{{"relevance", for_relevance * std::clamp(memory.relevance, 0.0, 1.0)}};
    if (candidate.found_by == FoundBy::active_task) parts.push_back({"active task", for_active_task});
    if (candidate.found_by == FoundBy::nearby) parts.push_back({"nearby", for_being_nearby});
    if (candidate.match > 0) parts.push_back({"answers", for_answering + for_answering_best * candidate.match});
    if (now - memory.created_at < hours(24)) parts.push_back({"today", for_today});
    if (memory.standing == Standing::verified) parts.push_back({"verified", for_being_verified});
    if (memory.trust == Trust::user) parts.push_back({"a person's word", for_a_persons_word});
    return parts;
}

std::string why_found(const MemoryCandidate& candidate) {
    std::string why(candidate.found_by == FoundBy::active_task ? "learnt in a task at the read-head"
                    : candidate.found_by == FoundBy::question
                        ? (candidate.place < not_asked_for ? "answers the prompt" : "fits the read-head")
                    : candidate.found_by == FoundBy::nearby ? "learnt beside the read-head"
                                                            : "among the newest");
    for (const std::string& reason : candidate.reasons) why += "; " + reason;
    return why;
}

}  // namespace

void show_memories(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> memories;
    for (const MemoryCandidate& candidate : facts.memories) {
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        double worth = 0;
        for (const ScorePart& part : parts) worth += part.value;
        memories.push_back({ShownMemory{candidate}, PackSection::relevant_mems,
                            rank::memory_ceiling * std::min(1.0, worth), std::move(parts), ItemForm::full,
                            why_found(candidate)});
    }
    std::sort(memories.begin(), memories.end(), [](const PackItem& a, const PackItem& b) {
        return a.rank != b.rank ? a.rank > b.rank : id_of(a) > id_of(b);
    });
    std::move(memories.begin(), memories.end(), std::back_inserter(pack.items));
}

}  // namespace hm
