#include "engine/pack/pack.h"

#include <array>

#include "engine/pack/passes.h"

namespace hm {
namespace {

using Pass = void (*)(Pack&, const PackFacts&);

constexpr std::array<Pass, 5> passes{show_chain, show_anchors, set_aside_false_paths, show_memories, drop_stale};

}  // namespace

Pack compile_pack(const PackFacts& facts, std::size_t frame, MeasureItem measure) {
    Pack pack;
    for (const Pass pass : passes) pass(pack, facts);
    fit_budget(pack, facts, frame, measure);
    return pack;
}

}  // namespace hm
