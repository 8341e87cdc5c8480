// The passes of the packer, each in its own file, in the order of the list in pack.cc.
#pragma once

#include "engine/pack/pack.h"

namespace hm {

void show_chain(Pack& pack, const PackFacts& facts);
void show_anchors(Pack& pack, const PackFacts& facts);
void set_aside_false_paths(Pack& pack, const PackFacts& facts);
void show_memories(Pack& pack, const PackFacts& facts);
void drop_stale(Pack& pack, const PackFacts& facts);

// Keeps the highest ranks that fit the budget, and the order the earlier passes gave.
void fit_budget(Pack& pack, const PackFacts& facts, std::size_t frame, MeasureItem measure);

}  // namespace hm
