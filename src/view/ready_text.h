// What may start now, what is planned ahead, and what is held back by what.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/graph/readiness.h"

namespace hm {

struct ReadyTask {
    Id id;
    std::string name;
    std::string assigned_to;
    std::vector<Blocker> blockers;
};

// The lists are bounded; the counts are of all.
struct ReadyFacts {
    std::vector<ReadyTask> ready;
    std::vector<ReadyTask> ahead;
    std::vector<ReadyTask> blocked;
    std::size_t ready_count = 0;
    std::size_t ahead_count = 0;
    std::size_t blocked_count = 0;
};

std::string ready_text(const ReadyFacts& facts);
json::object ready_json(const ReadyFacts& facts);

}  // namespace hm
