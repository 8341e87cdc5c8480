#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

void show_read_head(Pack& pack, const PackFacts& facts) {
    if (facts.plan || facts.phase || facts.intent || !facts.tasks.empty()) {
        pack.items.push_back(
            {ReadHead{}, PackSection::trajectory, rank::read_head, {}, ItemForm::full, "the read-head"});
    }
    for (const std::string& note : facts.notes) {
        pack.items.push_back({Note{note}, PackSection::notes, rank::note, {}, ItemForm::full, "to be shown once"});
    }
    if (!facts.governance.empty()) {
        pack.items.push_back({GovernanceCounts{},
                              PackSection::governance,
                              rank::governance,
                              {},
                              ItemForm::full,
                              "how the session goes"});
    }
}

}  // namespace hm
