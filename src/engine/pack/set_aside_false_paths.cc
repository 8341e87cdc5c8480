#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

double rank_of(const MemoryCandidate& candidate) {
    if (candidate.found_by == FoundBy::active_task) return rank::dead_end_of_active_task;
    return candidate.match > 0 ? rank::dead_end_in_question : rank::dead_end;
}

}  // namespace

// A false path stays visible, so that the agent does not walk it again; it is never shown among the insights. What was
// learnt in a task that turned out wrong is not shown at all, unless it was verified.
void set_aside_false_paths(Pack& pack, const PackFacts&) {
    double below = 0;
    for (PackItem& item : pack.items) {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        if (shown == nullptr || shown->candidate.memory.kind != MemoryKind::false_path) continue;
        item.rank = rank_of(shown->candidate) - below;
        item.section = PackSection::anti_patterns;
        item.why = "a dead end: " + item.why;
        item.what = DeadEnd{Memory(shown->candidate.memory)};
        below += 0.5;
        ++pack.false_paths_set_aside;
    }
    leave_out(pack, [](const PackItem& item) -> std::string {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        const bool is_contaminated = shown != nullptr && shown->candidate.is_of_invalidated_task &&
                                     shown->candidate.memory.standing != Standing::verified;
        return is_contaminated ? "learnt in a task that was invalidated" : "";
    });
}

}  // namespace hm
