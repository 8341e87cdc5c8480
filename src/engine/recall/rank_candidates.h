// What ranking counts, and how much. The defaults are what the program ships; nothing at run time changes them.
// `./bench held_out` chooses others without one conversation and asks that one, to tell whether these were fitted to
// what they are measured with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/memory.h"
#include "engine/recall/recall_hit.h"
#include "engine/recall/time_asked.h"

namespace hm {

struct RecallWeights {
    // BM25's two: how soon repeating a word stops to tell more, and how much a long text counts against it.
    double saturation = 0.5;
    double length = 0.2;

    double name = 1.4;  // of the word's worth, when a tag, a title or a key is the word
    double pair = 1.0;  // of the worth of the less telling word, when two stand together as they were asked
    // Of the score of what was made directly before and after, and of the second ones, what a candidate gets.
    double next = 0.25;
    double second = 0.1;
    double after_question = 0.3;  // on top, for what follows a question
    double group = 0.15;          // of the best of its session or task
    double fall_in_group = 0.7;   // each next best of a group counts that much less
    double time = 0.6;            // of all the question's worth, for what was made when the question says
};

inline constexpr RecallWeights shipped_weights;

// Ranking what was found for a question. The words of a text count by their rarity; names (tags, titles, keys) count
// more; words that stand together as they were asked count again. Then what was made just before and after in the same
// session or task shares its score, as an answer seldom repeats the words of its question. Pure: same facts, same
// order.

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
