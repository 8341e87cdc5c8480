// Which memories tell most about some words: the sum of the words that each of them holds, a rare word worth more
// than a common one. The full-text index's own ranking looks up the size of every row that holds any of the words
// and sorts them all, which is ten times the work.
#pragma once

#include <string>
#include <vector>

#include "store/connection.h"

namespace hm {

struct RankedRow {
    std::int64_t number = 0;
    double score = 0;  // higher is better
};

// The best rows that hold any of the words, best first, the newer of two equals first. The words are matched by
// stem. Of a word that is nearly everywhere only the newest rows are looked at.
Result<std::vector<RankedRow>> rank_memories(Connection& connection, const std::vector<std::string>& words,
                                             std::int64_t limit);

}  // namespace hm
