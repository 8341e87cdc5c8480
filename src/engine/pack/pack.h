// The packer: what the agent needs now, inside a hard budget. An ordered list of passes over the facts leaves the
// items to show, each with what it is worth and why; view/pack_text.cc turns them into text. What does not make it
// is kept too, with the reason, for `hivemind pack --explain`.
//
// To add a pass: 1. write its file here with `void its_name(Pack&, const PackFacts&)`; 2. declare it in
// passes.h; 3. add its line to the list in pack.cc; 4. test it with facts made by hand.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "engine/pack/facts.h"

namespace hm {

// In the order in which they are shown. What changes least comes first.
HM_ENUM(PackSection, critical_anchors, trajectory, notes, active_tasks, next_tasks, comments, anti_patterns, anchors,
        decisions, code, relevant_mems, knowledge, governance, before_you_stop)

inline constexpr std::size_t section_count = enum_names<PackSection>.size();

struct ReadHead {};  // plan, phase and intent, straight from the facts
struct Note {
    std::string text;
};
struct ShownTask {
    TaskAtHead at_head;
};
struct NextTask {
    TaskBeside beside;
};
struct ShownComment {
    Comment comment;
};
struct DeadEnd {
    Memory memory;
};
struct FurtherDeadEnds {
    std::vector<Memory> memories;
};
struct ShownAnchor {
    Anchor anchor;
};
struct ShownDecision {
    Decision decision;
};
struct ShownCode {
    LockedFile file;
};
struct ShownMemory {
    MemoryCandidate candidate;
    bool is_stale = false;
};
struct ShownKnowledge {
    KnowledgeCandidate candidate;
};
struct GovernanceCounts {};  // straight from the facts
struct CheckBeforeStop {
    Id task_id;
    std::string task_name;
    std::size_t checkpoints = 0;
    std::size_t files = 0;  // changed under it, as far as the latest checkpoints tell
    bool is_started = true;
    bool is_since_commit = false;  // only what changed since the last commit is counted
};

using PackContent =
    std::variant<ReadHead, Note, ShownTask, NextTask, ShownComment, DeadEnd, FurtherDeadEnds, ShownAnchor,
                 ShownDecision, ShownCode, ShownMemory, ShownKnowledge, GovernanceCounts, CheckBeforeStop>;

// How much of an item is shown. `brief` shortens its text, or shows its key alone.
HM_ENUM(ItemForm, full, brief, left_out)

struct PackItem {
    PackContent what;
    PackSection section = PackSection::notes;
    double rank = 0;                 // higher stays longer when room is short
    std::vector<ScorePart> parts{};  // what the rank is made of
    ItemForm form = ItemForm::full;  // set by the budget
    std::string why{};               // why it is there, or why it is not
    std::string text{};              // in its form, once the budget chose it
};

// The record that an item shows; none for a note, the read-head or what names several.
std::optional<Id> id_of(const PackItem& item);

struct Pack {
    std::vector<PackItem> items;
    std::vector<PackItem> left_out;  // with the reason in `why`
    std::size_t stale_dropped = 0;
    std::size_t false_paths_set_aside = 0;
    std::size_t left_out_for_room = 0;
    std::size_t critical_by_key = 0;   // critical anchors of which only the key is shown
    std::size_t critical_missing = 0;  // and those that not even by key found room
};

// The text of an item in a form, full or brief: view/pack_item_text.h.
using WriteItem = std::string (*)(const PackItem&, ItemForm, const PackFacts&);

// The characters that a pack takes besides its items.
struct FrameSizes {
    std::size_t whole = 0;                              // head and tail
    std::array<std::size_t, section_count> sections{};  // around the items of each section
};

// The pack before any budget: all candidates that the passes leave, ranked.
Pack gather_pack(const PackFacts& facts);

// The same, fitted into the budget of the facts.
Pack compile_pack(const PackFacts& facts, const FrameSizes& frame, WriteItem write);

}  // namespace hm
