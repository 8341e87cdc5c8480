#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

void show_code(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const LockedFile& file : facts.locked_files) {
        pack.items.push_back({ShownCode{file},
                              PackSection::code,
                              rank::locked_code - below,
                              {},
                              ItemForm::full,
                              "a task in hand holds this file"});
        below += 0.5;
    }
}

}  // namespace hm
