#include "engine/recall/figures.h"

namespace hm {

void RecallTally::add(const std::vector<std::string>& ranked, const std::set<std::string>& right) {
    ++questions_;
    const auto all = static_cast<double>(right.size());
    bool is_first = true;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (!right.contains(ranked[i])) continue;
        if (i < 1) sums_.r1 += 1 / all;
        if (i < 5) sums_.r5 += 1 / all;
        if (i < 10) sums_.r10 += 1 / all;
        if (i < 20) sums_.r20 += 1 / all;
        if (!is_first) continue;
        is_first = false;
        if (i < 10) sums_.hit10 += 1;
        sums_.mrr += 1 / static_cast<double>(i + 1);
    }
}

RecallFigures RecallTally::average() const {
    if (questions_ == 0) return {};
    const auto n = static_cast<double>(questions_);
    return {sums_.r1 / n, sums_.r5 / n, sums_.r10 / n, sums_.r20 / n, sums_.hit10 / n, sums_.mrr / n};
}

}  // namespace hm
