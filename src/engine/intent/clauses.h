// A prompt cut into the clauses that an intent can be told in: lower case words, without quotations and code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

struct Clause {
    std::vector<std::string> words;     // lower case, without punctuation
    std::vector<std::string> original;  // the same words as they were written
    char ended_by = '.';                // '.', ',', '?' and the like
    bool begins_sentence = false;
};

// The clauses of the beginning of a text; a change of direction is said early.
std::vector<Clause> opening_clauses(std::string_view text);

}  // namespace hm
