// Intent shift: a person turns the work elsewhere in passing: "wait, fix the UI first". Recognised from the words
// alone, without a model, and only where they leave little doubt; what was recognised is kept as evidence. Pure.
//
// Not for the order of steps within the work ("run the tests first, then commit"), for questions, conditions,
// quotations, or what the person tells of the past.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/id.h"

namespace hm {

// A weak sign counts only when a task that is already known is meant by it.
HM_ENUM(ShiftSign, weak, strong)

struct IntentShift {
    std::string target;  // what is to be done now, in the person's words: "fix the UI"
    std::string cue;     // the words that gave it away: "wait … first"
    ShiftSign sign = ShiftSign::weak;
};

std::optional<IntentShift> recognise_shift(std::string_view prompt);

// Something that a target may mean.
struct KnownWork {
    Id task_id;
    std::string name;
    std::string surroundings;  // expected output, phase and plan
};

// The work that the words fit best; nothing when they fit none well. Of two that fit alike, the first.
std::optional<Id> work_meant(std::string_view target, const std::vector<KnownWork>& known);

// A prompt cut into the clauses that an intent can be told in: lower case words, without quotations and code.

struct Clause {
    std::vector<std::string> words;     // lower case, without punctuation
    std::vector<std::string> original;  // the same words as they were written
    char ended_by = '.';                // '.', ',', '?' and the like
    bool begins_sentence = false;
};

// The clauses of the beginning of a text; a change of direction is said early.
std::vector<Clause> opening_clauses(std::string_view text);

}  // namespace hm
