#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

constexpr double for_answering = 0.5;
constexpr double for_nearness = 0.4;
constexpr double for_confidence = 0.3;

std::vector<ScorePart> score_parts(const KnowledgeCandidate& candidate, Time now) {
    const double nearness = candidate.depth == 0 ? 1 : candidate.depth == 1 ? 0.5 : 0;
    return {{"answers", for_answering * candidate.match},
            {"near", for_nearness * nearness},
            {"confidence", for_confidence * static_cast<double>(confidence_at(candidate.knowledge, now)) / 100}};
}

}  // namespace

void show_knowledge(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> entries;
    for (const KnowledgeCandidate& candidate : facts.knowledge) {
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        const double worth = std::min(1.0, parts[0].value + parts[1].value + parts[2].value);
        entries.push_back({ShownKnowledge{candidate}, PackSection::knowledge, rank::knowledge_ceiling * worth,
                           std::move(parts), ItemForm::full,
                           candidate.match > 0    ? "answers the prompt"
                           : candidate.depth == 0 ? "belongs to a task at the read-head"
                                                  : "holds for the project"});
    }
    std::sort(entries.begin(), entries.end(), [](const PackItem& a, const PackItem& b) {
        return a.rank != b.rank ? a.rank > b.rank : id_of(a) > id_of(b);
    });
    std::move(entries.begin(), entries.end(), std::back_inserter(pack.items));
}

}  // namespace hm
