#include <algorithm>
#include <set>

#include "engine/pack/passes.h"

namespace hm {
namespace {

constexpr std::size_t told_each = 3;

std::vector<std::size_t> dead_ends_by_rank(const std::vector<PackItem>& items) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (std::holds_alternative<DeadEnd>(items[i].what)) found.push_back(i);
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](std::size_t a, std::size_t b) { return items[a].rank > items[b].rank; });
    return found;
}

}  // namespace

// The nearest three are told each by itself. The others are named together behind them: the more there are, the less is
// read of each, but none is forgotten.
void compress_false_paths(Pack& pack, const PackFacts&) {
    const std::vector<std::size_t> found = dead_ends_by_rank(pack.items);
    if (found.size() <= told_each) return;
    FurtherDeadEnds further;
    std::set<Id> ids;
    for (std::size_t i = told_each; i < found.size(); ++i) {
        const Memory& memory = std::get<DeadEnd>(pack.items[found[i]].what).memory;
        ids.insert(memory.id);
        further.memories.push_back(memory);
    }
    const double rank = pack.items[found[told_each]].rank;
    leave_out(pack, [&](const PackItem& item) -> std::string {
        const auto* dead_end = std::get_if<DeadEnd>(&item.what);
        const bool is_further = dead_end != nullptr && ids.contains(dead_end->memory.id);
        return is_further ? "a dead end: named with the others behind the nearest three" : "";
    });
    pack.items.push_back({std::move(further),
                          PackSection::anti_patterns,
                          rank,
                          {},
                          ItemForm::full,
                          "dead ends behind the nearest three"});
}

}  // namespace hm
