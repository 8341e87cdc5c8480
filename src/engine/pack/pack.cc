#include "engine/pack/pack.h"

#include <algorithm>
#include <set>

#include "engine/pack/passes.h"

namespace hm {
namespace {

static_assert(std::ranges::all_of(pack_sections, [](const SectionRow& row) { return row.percent > 0 && row.rank > 0; }),
              "A section needs a share of the budget and a rank.");

// Adds an item that is worth as much as its section says, or so much less.
PackItem& show(Pack& pack, PackSection section, PackContent what, std::string_view why, double below = 0) {
    const double rank = pack_sections[section].rank - below;
    pack.items.push_back({std::move(what), section, rank, {}, ItemForm::full, std::string(why)});
    return pack.items.back();
}

void show_read_head(Pack& pack, const PackFacts& facts) {
    if (facts.plan || facts.phase || facts.intent || !facts.tasks.empty()) {
        show(pack, PackSection::trajectory, ReadHead{}, "the read-head");
    }
    for (const std::string& note : facts.notes) show(pack, PackSection::notes, Note{note}, "to be shown once");
    if (!facts.governance.empty()) show(pack, PackSection::governance, GovernanceCounts{}, "how the session goes");
}

CheckBeforeStop check_of(const TaskAtHead& at_head, const std::optional<Time>& last_commit_at) {
    std::set<FilePath> files;
    for (const Checkpoint& checkpoint : at_head.checkpoints) {
        if (last_commit_at && checkpoint.created_at <= *last_commit_at) continue;
        files.insert(checkpoint.files_modified.begin(), checkpoint.files_modified.end());
    }
    const Task& task = at_head.task;
    return {task.id,
            task.name.str(),
            at_head.checkpoints.size(),
            files.size(),
            task.status != TaskStatus::planned,
            last_commit_at.has_value()};
}

// What was invalidated is no part of the chain any more.
void show_chain(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const TaskAtHead& at_head : facts.tasks) {
        if (at_head.task.status == TaskStatus::invalidated) continue;
        show(pack, PackSection::active_tasks, at_head, "at the read-head", below);
        // What was handed in is not asked for again.
        if (at_head.task.status != TaskStatus::review) {
            show(pack, PackSection::before_you_stop, check_of(at_head, facts.last_commit_at),
                 "to be looked at before stopping", below);
        }
        below += 0.5;
    }
    for (const std::string& each : facts.open_ends) {
        show(pack, PackSection::before_you_stop, OpenEnd{each}, "to be looked at before stopping", below);
    }
    below = 0;
    for (const TaskBeside& beside : facts.beside) {
        if (beside.task.status == TaskStatus::invalidated) continue;
        const bool is_blocked = !beside.waits_for.empty();
        show(pack, PackSection::next_tasks, beside,
             is_blocked ? "of the same phase, waits" : "of the same phase, may come next",
             below + (is_blocked ? 100 : 0));
        below += 1;
    }
}

void show_comments(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Comment& comment : facts.comments) {
        show(pack, PackSection::comments, comment, "a remark on something in this pack", below);
        below += 0.5;
    }
}

// One that is still open keeps tasks waiting, so it comes before those that were taken.
void show_decisions(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Decision& decision : facts.decisions) {
        const bool is_open = decision.status == DecisionStatus::unresolved;
        PackItem& item = show(pack, PackSection::decisions, decision,
                              is_open ? "a task at the read-head waits for it" : "taken lately", below);
        if (is_open) item.rank = rank_of_awaited_decision - below;
        below += 1;
    }
}

void show_code(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const LockedFile& file : facts.locked_files) {
        show(pack, PackSection::code, file, "a task in hand holds this file", below);
        below += 0.5;
    }
}

using Pass = void (*)(Pack&, const PackFacts&);

constexpr auto passes = std::to_array<Pass>({
    show_read_head,
    show_chain,
    show_comments,
    show_anchors,
    show_decisions,
    show_code,
    show_knowledge,
    show_memories,
    set_aside_false_paths,
    drop_own_output,
    drop_stale,
    compress_false_paths,
});

struct IdOf {
    std::optional<Id> operator()(const ReadHead&) const { return std::nullopt; }
    std::optional<Id> operator()(const GovernanceCounts&) const { return std::nullopt; }
    std::optional<Id> operator()(const Note&) const { return std::nullopt; }
    std::optional<Id> operator()(const TaskAtHead& at_head) const { return at_head.task.id; }
    std::optional<Id> operator()(const TaskBeside& beside) const { return beside.task.id; }
    std::optional<Id> operator()(const Comment& comment) const { return comment.id; }
    std::optional<Id> operator()(const DeadEnd& dead_end) const { return dead_end.memory.id; }
    std::optional<Id> operator()(const FurtherDeadEnds&) const { return std::nullopt; }
    std::optional<Id> operator()(const Anchor& anchor) const { return anchor.id; }
    std::optional<Id> operator()(const Decision& decision) const { return decision.id; }
    std::optional<Id> operator()(const LockedFile&) const { return std::nullopt; }
    std::optional<Id> operator()(const ShownMemory& shown) const { return shown.candidate.memory.id; }
    std::optional<Id> operator()(const KnowledgeCandidate& candidate) const { return candidate.knowledge.id; }
    std::optional<Id> operator()(const OpenEnd&) const { return std::nullopt; }
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
