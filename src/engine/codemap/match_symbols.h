// Which declarations of a file a question is about: by their names, what they are in, their signatures and what is said
// about them. Pure.
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/codemap/code_question.h"

namespace hm {

struct SymbolMatch {
    std::size_t place = 0;  // in the file's declarations
    double share = 0;       // of all that the question asks, 0 to 1
};

class SymbolMatcher {
public:
    // `worths`: how much each of the question's terms tells.
    SymbolMatcher(const CodeQuestion& question, const std::vector<double>& worths);

    // The best first, at most `most`; those that share nothing are left out.
    std::vector<SymbolMatch> match(const CodeFile& code, std::size_t most);

private:
    struct Wanted {
        double worth = 0;
        std::size_t bit = 0;
    };

    void mark(std::string_view text, double share);

    TermCounter words_;
    std::unordered_map<Term, Wanted> wanted_;
    std::unordered_map<std::string_view, const AskedName*> names_;
    double all_ = 0;
    std::vector<double> marked_;  // by the term's bit: the best share so far
    std::vector<std::size_t> touched_;
};

// The lines of a text in which most of the question stands close together; none when nothing of it does.
struct CodeLines {
    std::int64_t first = 0;  // from 1
    std::int64_t last = 0;
};
CodeLines best_lines(std::string_view source, const CodeQuestion& question);

}  // namespace hm
