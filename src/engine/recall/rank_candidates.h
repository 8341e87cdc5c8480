// Ranking what was found for a question. The words of a text count by their rarity; names (tags, titles, keys) count
// more; words that stand together as they were asked count again. Then what was made just before and after in the same
// session or task shares its score, as an answer seldom repeats the words of its question. Pure: same facts, same
// order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/memory.h"
#include "engine/recall/recall_hit.h"
#include "engine/recall/recall_weights.h"
#include "engine/recall/time_asked.h"

namespace hm {

struct AskedWord {
    std::string word;                      // as of search_words()
    double worth = 0;                      // the rarer the more
    std::vector<std::string> others = {};  // of other_forms(): as good as the word itself

    bool is(std::string_view searched) const;
};

// How much a word tells that `with` of `all` texts hold.
double worth_of_word(double with, double all);

struct RecallQuestion {
    std::vector<AskedWord> words;         // each once
    std::vector<std::size_t> in_order;    // the words as they were asked, repeats included
    std::optional<TimeAsked> time_asked;  // "in May 2023"
};

struct RecallCandidate {
    std::int64_t number = 0;  // names it, and orders those of a group
    std::string text;
    std::string names;
    std::string group;  // session or task; empty: none
    Time made_at;
    Standing standing = Standing::observed;
    Trust trust = Trust::agent;
    double confidence = 1;  // 0 to 1
};

// Two of a group that follow each other, as places in the list of candidates.
struct Neighbours {
    std::size_t earlier = 0;
    std::size_t later = 0;
};

struct RankedCandidate {
    std::size_t place = 0;  // in the list of candidates
    double score = 0;
    std::vector<ScorePart> parts;
    std::vector<std::size_t> words_held;  // places in the question's words
};

// All that score, best first; of two equals the newer.
std::vector<RankedCandidate> rank_candidates(const RecallQuestion& question,
                                             const std::vector<RecallCandidate>& candidates,
                                             const std::vector<Neighbours>& neighbours,
                                             const RecallWeights& weights = shipped_weights);

}  // namespace hm
