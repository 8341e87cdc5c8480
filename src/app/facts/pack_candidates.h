// The parts of load_pack_facts that know how memories, anchors and entries become candidates.
#pragma once

#include "app/facts/load_pack_facts.h"
#include "app/facts/load_read_head.h"

namespace hm {

// Memories by the task they were learnt in, by what the prompt asks, by what was learnt beside the read-head, and the
// newest few; entries and anchors that answer the prompt come along.
Result<void> add_memories(const PackAsk& ask, const LoadedReadHead& head, Connection& connection, PackFacts& facts,
                          BadRows& bad);

// REQUIRES: the tasks and what is beside them are in the facts.
Result<void> add_anchors(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad);
Result<void> add_decisions(Connection& connection, PackFacts& facts, BadRows& bad);
Result<void> add_knowledge(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad);

}  // namespace hm
