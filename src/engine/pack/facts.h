// PackFacts: everything a pack is made from, gathered before it is made. Same facts, same bytes.
#pragma once

#include <string>
#include <vector>

#include "domain/anchor.h"
#include "domain/checkpoint.h"
#include "domain/memory.h"
#include "domain/settings.h"
#include "domain/task.h"

namespace hm {

// How a memory came to be a candidate.
HM_ENUM(FoundBy, active_task, question, recency)

struct MemoryCandidate {
    Memory memory;
    FoundBy found_by = FoundBy::recency;
    double match = 0;  // how well it answers the question, 0 to 1
};

struct PackFacts {
    Time now;
    GateMode mode = GateMode::assisted;
    std::string role;
    std::string session_stamp;
    std::int64_t compaction_count = 0;
    std::size_t budget = 15'000;  // characters of the whole output
    std::vector<std::string> notes;
    std::vector<Task> active_tasks;
    std::vector<Checkpoint> checkpoints;  // the latest of the active tasks
    std::vector<Anchor> anchors;
    std::vector<Memory> false_paths;
    std::vector<MemoryCandidate> memories;
};

}  // namespace hm
