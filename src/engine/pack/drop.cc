#include <set>

#include "engine/pack/passes.h"
#include "engine/recall/staleness.h"

namespace hm {
namespace {

// How far down the answers to the very prompt a memory past its date is still shown.
constexpr std::size_t first_answers = 5;

StalenessFacts staleness_of(const PackFacts& facts) {
    StalenessFacts staleness{facts.now, facts.anchor_fresh_for, {}, {}};
    for (const TaskAtHead& at_head : facts.tasks) staleness.active_tasks.insert(at_head.task.id);
    return staleness;
}

bool is_asked_for(const MemoryCandidate& candidate) {
    return candidate.match > 0 && candidate.place < first_answers;
}

}  // namespace

// What is past its date leaves, unless a task at the read-head or the very prompt calls for it: then it is shown as
// stale. What was verified, decisions and dead ends do not age.
void drop_stale(Pack& pack, const PackFacts& facts) {
    const StalenessFacts staleness = staleness_of(facts);
    for (PackItem& item : pack.items) {
        auto* shown = std::get_if<ShownMemory>(&item.what);
        if (shown == nullptr) continue;
        const Memory& memory = shown->candidate.memory;
        shown->is_stale = memory.standing == Standing::observed && is_past_date(memory, facts.now);
    }
    pack.stale_dropped += leave_out(pack, [&](const PackItem& item) -> std::string {
        if (const auto* shown = std::get_if<ShownMemory>(&item.what)) {
            const bool is_out = is_stale(shown->candidate.memory, staleness) && !is_asked_for(shown->candidate);
            return is_out ? "past its date, and neither a task at the read-head nor the prompt asks for it" : "";
        }
        if (const auto* anchor = std::get_if<Anchor>(&item.what)) {
            return has_faded(*anchor, staleness) ? "what it came from has changed" : "";
        }
        if (const auto* candidate = std::get_if<KnowledgeCandidate>(&item.what)) {
            const Knowledge& knowledge = candidate->knowledge;
            const bool ages = knowledge.type != KnowledgeType::decision;
            const bool is_out = ages && is_stale(knowledge, staleness) && candidate->match <= 0;
            return is_out ? "nobody confirmed it for too long" : "";
        }
        return "";
    });
}

// A pack that somebody saved as a memory must not come back inside the next one.
void drop_own_output(Pack& pack, const PackFacts&) {
    leave_out(pack, [](const PackItem& item) -> std::string {
        const auto* shown = std::get_if<ShownMemory>(&item.what);
        const auto* dead_end = std::get_if<DeadEnd>(&item.what);
        const Memory* memory = shown != nullptr      ? &shown->candidate.memory
                               : dead_end != nullptr ? &dead_end->memory
                                                     : nullptr;
        const bool is_ours =
            memory != nullptr && memory->content.view().find("<hivemind_state") != std::string_view::npos;
        return is_ours ? "holds a pack of our own" : "";
    });
}

}  // namespace hm
