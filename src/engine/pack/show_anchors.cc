#include <algorithm>
#include <array>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"
#include "engine/staleness/staleness.h"

namespace hm {
namespace {

// In the order of AnchorPriority.
constexpr std::array<double, 4> weight_of_priority{100, 75, 50, 25};
constexpr double fresh_hours = 48;
constexpr double cost_of_a_step = 10;
constexpr double highest_score = 100 + fresh_hours;

// Priority, freshness in hours, and the steps away from the read-head.
std::vector<ScorePart> score_parts(const AnchorCandidate& candidate, Time now) {
    const double unconfirmed_hours = static_cast<double>(unconfirmed_for(candidate.anchor, now).ms) / 3'600'000.0;
    return {{"priority", weight_of_priority[static_cast<std::size_t>(candidate.anchor.priority)]},
            {"fresh", std::max(0.0, fresh_hours - std::max(0.0, unconfirmed_hours))},
            {"steps away", -cost_of_a_step * candidate.depth}};
}

double sum_of(const std::vector<ScorePart>& parts) {
    double sum = 0;
    for (const ScorePart& part : parts) sum += part.value;
    return sum;
}

}  // namespace

void show_anchors(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> anchors;
    for (const AnchorCandidate& candidate : facts.anchors) {
        const bool is_critical = candidate.anchor.priority == AnchorPriority::critical;
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        const double score = std::max(0.0, sum_of(parts)) / highest_score;
        // Critical ones keep their order among themselves and stay above everything else.
        const double rank = is_critical ? rank::critical_anchor + score : rank::anchor_ceiling * score;
        const std::string_view why = is_critical            ? "critical, always shown"
                                     : candidate.depth == 0 ? "belongs to a task at the read-head"
                                     : candidate.depth == 1 ? "belongs beside the read-head"
                                                            : "pinned for the project";
        anchors.push_back({ShownAnchor{candidate.anchor},
                           is_critical ? PackSection::critical_anchors : PackSection::anchors, rank, std::move(parts),
                           ItemForm::full, std::string(why)});
    }
    const auto key_of = [](const PackItem& item) { return std::get<ShownAnchor>(item.what).anchor.key.view(); };
    // Critical ones by key: their bytes must not change because one of them was confirmed.
    std::sort(anchors.begin(), anchors.end(), [&](const PackItem& a, const PackItem& b) {
        if (a.section != b.section) return a.section < b.section;
        if (a.section == PackSection::critical_anchors || a.rank == b.rank) return key_of(a) < key_of(b);
        return a.rank > b.rank;
    });
    std::move(anchors.begin(), anchors.end(), std::back_inserter(pack.items));
}

}  // namespace hm
