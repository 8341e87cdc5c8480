// The packer: what the agent needs now, inside a hard budget. An ordered list of passes over the facts
// leaves the items to show, each worth its place; view/pack_text.cc turns them into text.
//
// To add a pass: 1. write its file here with `void its_name(Pack&, const PackFacts&)`; 2. declare it in
// passes.h; 3. add its line to the list in pack.cc; 4. test it with facts made by hand.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/pack/facts.h"

namespace hm {

struct Note {
    std::string text;
};
struct ShownTask {
    Task task;
    std::vector<Checkpoint> checkpoints;
};
struct ShownAnchor {
    Anchor anchor;
};
struct DeadEnd {
    Memory memory;
};
struct ShownMemory {
    MemoryCandidate candidate;
};
struct CheckBeforeStop {
    Id task_id;
    std::string task_name;
    bool has_checkpoint = false;
};

struct PackItem {
    std::variant<Note, ShownTask, ShownAnchor, DeadEnd, ShownMemory, CheckBeforeStop> what;
    double rank = 0;  // higher stays longer when room is short
};

struct Pack {
    std::vector<PackItem> items;
    std::size_t stale_dropped = 0;
    std::size_t false_paths_set_aside = 0;
    std::size_t left_out_for_room = 0;
};

// The characters that showing an item takes.
using MeasureItem = std::size_t (*)(const PackItem&, const PackFacts&);

// `frame` are the characters that every pack takes besides its items.
Pack compile_pack(const PackFacts& facts, std::size_t frame, MeasureItem measure);

}  // namespace hm
