#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

void show_comments(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Comment& comment : facts.comments) {
        pack.items.push_back({ShownComment{comment},
                              PackSection::comments,
                              rank::comment - below,
                              {},
                              ItemForm::full,
                              "a remark on something in this pack"});
        below += 0.5;
    }
}

}  // namespace hm
