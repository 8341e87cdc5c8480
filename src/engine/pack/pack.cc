#include "engine/pack/pack.h"

#include "engine/pack/passes.h"

namespace hm {
namespace {

using Pass = void (*)(Pack&, const PackFacts&);

constexpr std::array<Pass, 12> passes{show_read_head,        show_chain,      show_comments,  show_anchors,
                                      show_decisions,        show_code,       show_knowledge, show_memories,
                                      set_aside_false_paths, drop_own_output, drop_stale,     compress_false_paths};

struct IdOf {
    std::optional<Id> operator()(const ReadHead&) const { return std::nullopt; }
    std::optional<Id> operator()(const GovernanceCounts&) const { return std::nullopt; }
    std::optional<Id> operator()(const Note&) const { return std::nullopt; }
    std::optional<Id> operator()(const ShownTask& shown) const { return shown.at_head.task.id; }
    std::optional<Id> operator()(const NextTask& next) const { return next.beside.task.id; }
    std::optional<Id> operator()(const ShownComment& shown) const { return shown.comment.id; }
    std::optional<Id> operator()(const DeadEnd& dead_end) const { return dead_end.memory.id; }
    std::optional<Id> operator()(const FurtherDeadEnds&) const { return std::nullopt; }
    std::optional<Id> operator()(const ShownAnchor& shown) const { return shown.anchor.id; }
    std::optional<Id> operator()(const ShownDecision& shown) const { return shown.decision.id; }
    std::optional<Id> operator()(const ShownCode&) const { return std::nullopt; }
    std::optional<Id> operator()(const ShownMemory& shown) const { return shown.candidate.memory.id; }
    std::optional<Id> operator()(const ShownKnowledge& shown) const { return shown.candidate.knowledge.id; }
    std::optional<Id> operator()(const CheckBeforeStop& check) const { return check.task_id; }
};

}  // namespace

std::optional<Id> id_of(const PackItem& item) {
    return std::visit(IdOf{}, item.what);
}

Pack gather_pack(const PackFacts& facts) {
    Pack pack;
    for (const Pass pass : passes) pass(pack, facts);
    return pack;
}

Pack compile_pack(const PackFacts& facts, const FrameSizes& frame, WriteItem write) {
    Pack pack = gather_pack(facts);
    fit_budget(pack, facts, frame, write);
    return pack;
}

}  // namespace hm
