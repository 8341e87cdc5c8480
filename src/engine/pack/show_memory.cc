// Passes that show what is remembered: anchors, knowledge, memories, dead ends.
#include <algorithm>
#include <set>

#include "engine/pack/passes.h"
#include "engine/recall/staleness.h"

namespace hm {
namespace {

struct PriorityWeight {
    AnchorPriority priority;
    double weight;
};

constexpr EnumTable<&PriorityWeight::priority> priority_weights({
    {AnchorPriority::critical, 100},
    {AnchorPriority::high, 75},
    {AnchorPriority::medium, 50},
    {AnchorPriority::low, 25},
});
constexpr double fresh_hours = 48;
constexpr double cost_of_a_step = 10;
constexpr double highest_score = 100 + fresh_hours;

// Priority, freshness in hours, and the steps away from the read-head.
std::vector<ScorePart> score_parts(const AnchorCandidate& candidate, Time now) {
    const double unconfirmed_hours = static_cast<double>(unconfirmed_for(candidate.anchor, now).ms) / 3'600'000.0;
    return {{"priority", priority_weights[candidate.anchor.priority].weight},
            {"fresh", std::max(0.0, fresh_hours - std::max(0.0, unconfirmed_hours))},
            {"steps away", -cost_of_a_step * candidate.depth}};
}

double sum_of(const std::vector<ScorePart>& parts) {
    double sum = 0;
    for (const ScorePart& part : parts) sum += part.value;
    return sum;
}

}  // namespace

void show_anchors(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> anchors;
    for (const AnchorCandidate& candidate : facts.anchors) {
        const bool is_critical = candidate.anchor.priority == AnchorPriority::critical;
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        const double score = std::max(0.0, sum_of(parts)) / highest_score;
        const PackSection section = is_critical ? PackSection::critical_anchors : PackSection::anchors;
        // Critical ones keep their order among themselves and stay above everything else.
        const double highest = pack_sections[section].rank;
        const double rank = is_critical ? highest + score : highest * score;
        const std::string_view why = is_critical            ? "critical, always shown"
                                     : candidate.depth == 0 ? "belongs to a task at the read-head"
                                     : candidate.depth == 1 ? "belongs beside the read-head"
                                                            : "pinned for the project";
        anchors.push_back({candidate.anchor, section, rank, std::move(parts), ItemForm::full, std::string(why)});
    }
    const auto key_of = [](const PackItem& item) { return std::get<Anchor>(item.what).key.view(); };
    // Critical ones by key: their bytes must not change because one of them was confirmed.
    std::sort(anchors.begin(), anchors.end(), [&](const PackItem& a, const PackItem& b) {
        if (a.section != b.section) return a.section < b.section;
        if (a.section == PackSection::critical_anchors || a.rank == b.rank) return key_of(a) < key_of(b);
        return a.rank > b.rank;
    });
    std::move(anchors.begin(), anchors.end(), std::back_inserter(pack.items));
}

namespace {

constexpr double knowledge_for_answering = 0.5;
constexpr double for_nearness = 0.4;
constexpr double for_confidence = 0.3;

std::vector<ScorePart> score_parts(const KnowledgeCandidate& candidate, Time now) {
    const double nearness = candidate.depth == 0 ? 1 : candidate.depth == 1 ? 0.5 : 0;
    return {{"answers", knowledge_for_answering * candidate.match},
            {"near", for_nearness * nearness},
            {"confidence", for_confidence * static_cast<double>(confidence_at(candidate.knowledge, now)) / 100}};
}

}  // namespace

void show_knowledge(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> entries;
    for (const KnowledgeCandidate& candidate : facts.knowledge) {
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        const double worth = std::min(1.0, parts[0].value + parts[1].value + parts[2].value);
        entries.push_back({candidate, PackSection::knowledge, pack_sections[PackSection::knowledge].rank * worth,
                           std::move(parts), ItemForm::full,
                           candidate.match > 0    ? "answers the prompt"
                           : candidate.depth == 0 ? "belongs to a task at the read-head"
                                                  : "holds for the project"});
    }
    std::sort(entries.begin(), entries.end(), [](const PackItem& a, const PackItem& b) {
        return a.rank != b.rank ? a.rank > b.rank : id_of(a) > id_of(b);
    });
    std::move(entries.begin(), entries.end(), std::back_inserter(pack.items));
}

namespace {

constexpr double for_active_task = 0.55;
constexpr double for_answering = 0.3;        // for any answer at all
constexpr double for_answering_best = 0.35;  // on top, for the best one
constexpr double for_being_nearby = 0.2;
constexpr double for_relevance = 0.1;
constexpr double for_today = 0.1;
constexpr double for_being_verified = 0.1;
constexpr double for_a_persons_word = 0.05;

// A memory that was only found because it is new is worth little, however new it is.
std::vector<ScorePart> score_parts(const MemoryCandidate& candidate, Time now) {
    const Memory& memory = candidate.memory;
    std::vector<ScorePart> parts{{"relevance", for_relevance * std::clamp(memory.relevance, 0.0, 1.0)}};
    if (candidate.found_by == FoundBy::active_task) parts.push_back({"active task", for_active_task});
    if (candidate.found_by == FoundBy::nearby) parts.push_back({"nearby", for_being_nearby});
    if (candidate.match > 0) parts.push_back({"answers", for_answering + for_answering_best * candidate.match});
    if (now - memory.created_at < hours(24)) parts.push_back({"today", for_today});
    if (memory.standing == Standing::verified) parts.push_back({"verified", for_being_verified});
    if (memory.trust == Trust::user) parts.push_back({"a person's word", for_a_persons_word});
    return parts;
}

std::string why_found(const MemoryCandidate& candidate) {
    std::string why(candidate.found_by == FoundBy::active_task ? "learnt in a task at the read-head"
                    : candidate.found_by == FoundBy::question
                        ? (candidate.place < not_asked_for ? "answers the prompt" : "fits the read-head")
                    : candidate.found_by == FoundBy::nearby ? "learnt beside the read-head"
                                                            : "among the newest");
    for (const std::string& reason : candidate.reasons) why += "; " + reason;
    return why;
}

}  // namespace

void show_memories(Pack& pack, const PackFacts& facts) {
    std::vector<PackItem> memories;
    for (const MemoryCandidate& candidate : facts.memories) {
        std::vector<ScorePart> parts = score_parts(candidate, facts.now);
        double worth = 0;
        for (const ScorePart& part : parts) worth += part.value;
        memories.push_back({ShownMemory{candidate}, PackSection::relevant_mems,
                            pack_sections[PackSection::relevant_mems].rank * std::min(1.0, worth), std::move(parts),
                            ItemForm::full, why_found(candidate)});
    }
    std::sort(memories.begin(), memories.end(), [](const PackItem& a, const PackItem& b) {
        return a.rank != b.rank ? a.rank > b.rank : id_of(a) > id_of(b);
    });
    std::move(memories.begin(), memories.end(), std::back_inserter(pack.items));
}

namespace {

double rank_of(const MemoryCandidate& candidate) {
    if (candidate.found_by == FoundBy::active_task) return rank_of_dead_end_of_active_task;
    return candidate.match > 0 ? rank_of_dead_end_in_question : pack_sections[PackSection::anti_patterns].rank;
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

namespace {

constexpr std::size_t told_each = 3;

std::vector<std::size_t> dead_ends_by_rank(const std::vector<PackItem>& items) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (std::holds_alternative<DeadEnd>(items[i].what)) found.push_back(i);
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](std::size_t a, std::size_t b) { return items[a].rank > items[b].rank; });
    return found;
}

}  // namespace

// The nearest three are told each by itself. The others are named together behind them: the more there are, the less is
// read of each, but none is forgotten.
void compress_false_paths(Pack& pack, const PackFacts&) {
    const std::vector<std::size_t> found = dead_ends_by_rank(pack.items);
    if (found.size() <= told_each) return;
    FurtherDeadEnds further;
    std::set<Id> ids;
    for (std::size_t i = told_each; i < found.size(); ++i) {
        const Memory& memory = std::get<DeadEnd>(pack.items[found[i]].what).memory;
        ids.insert(memory.id);
        further.memories.push_back(memory);
    }
    const double rank = pack.items[found[told_each]].rank;
    leave_out(pack, [&](const PackItem& item) -> std::string {
        const auto* dead_end = std::get_if<DeadEnd>(&item.what);
        const bool is_further = dead_end != nullptr && ids.contains(dead_end->memory.id);
        return is_further ? "a dead end: named with the others behind the nearest three" : "";
    });
    pack.items.push_back({std::move(further),
                          PackSection::anti_patterns,
                          rank,
                          {},
                          ItemForm::full,
                          "dead ends behind the nearest three"});
}

}  // namespace hm
