// A question about the code as what it asks for: words with their weights, names and paths that it mentions. A question
// is a sentence, an identifier in any spelling, an error with its stack, or a whole report of a bug. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/codemap/terms.h"

namespace hm {

inline constexpr std::size_t most_asked_terms = 160;

struct AskedTerm {
    Term term = 0;
    std::string word;   // the stem, or the whole identifier
    double weight = 1;  // how often and where it stands in the question
    std::string shown;  // as the question first spells it
    bool operator==(const AskedTerm&) const = default;
};

// A path, or a module in the spelling of its language, as its folders and the name without its ending.
struct AskedPath {
    std::vector<std::string> parts;  // in small letters, the last is the file
    std::string ending;              // empty: any
    std::int64_t line = 0;           // 0: none named
    double weight = 1;
};

struct AskedName {
    std::string name;    // as it is spelled
    std::string within;  // `Class.method`: the class; may be empty
    double weight = 1;
};

struct CodeQuestion {
    std::vector<AskedTerm> terms;
    std::vector<AskedPath> paths;
    std::vector<AskedName> names;
    bool wants_tests = false;
    bool wants_documents = false;
    bool wants_made = false;
};

CodeQuestion read_code_question(std::string_view text);

}  // namespace hm
