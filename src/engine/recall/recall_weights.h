// What ranking counts, and how much. The defaults are what the program ships; nothing at run time changes them.
// `./bench held_out` chooses others without one conversation and asks that one, to tell whether these were fitted to
// what they are measured with.
#pragma once

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

}  // namespace hm
