// The passes of the packer that are not in pack.cc, in the order of the list there.
#pragma once

#include "engine/pack/pack.h"

namespace hm {

void show_anchors(Pack& pack, const PackFacts& facts);
void show_knowledge(Pack& pack, const PackFacts& facts);
void show_memories(Pack& pack, const PackFacts& facts);
void set_aside_false_paths(Pack& pack, const PackFacts& facts);
void drop_own_output(Pack& pack, const PackFacts& facts);
void drop_stale(Pack& pack, const PackFacts& facts);
void compress_false_paths(Pack& pack, const PackFacts& facts);

// Chooses the form of every item so that all of them together hold the budget: the highest ranks first, no section
// past its share while another one wants the room. What is left out moves to Pack::left_out.
void fit_budget(Pack& pack, const PackFacts& facts, const FrameSizes& frame, WriteItem write);

// Moves the items that `is_out` answers a reason for to Pack::left_out; answers how many.
template <class IsOut>
std::size_t leave_out(Pack& pack, IsOut&& is_out) {
    std::vector<PackItem> kept;
    const std::size_t before = pack.left_out.size();
    for (PackItem& item : pack.items) {
        std::string reason = is_out(item);
        if (reason.empty()) {
            kept.push_back(std::move(item));
            continue;
        }
        item.form = ItemForm::left_out;
        item.why = std::move(reason);
        pack.left_out.push_back(std::move(item));
    }
    pack.items = std::move(kept);
    return pack.left_out.size() - before;
}

}  // namespace hm
