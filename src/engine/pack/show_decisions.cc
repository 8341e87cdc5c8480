#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

// One that is still open keeps tasks waiting, so it comes before those that were taken.
void show_decisions(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Decision& decision : facts.decisions) {
        const bool is_open = decision.status == DecisionStatus::unresolved;
        pack.items.push_back({ShownDecision{decision},
                              PackSection::decisions,
                              (is_open ? rank::decision_awaited : rank::decision) - below,
                              {},
                              ItemForm::full,
                              is_open ? "a task at the read-head waits for it" : "taken lately"});
        below += 1;
    }
}

}  // namespace hm
