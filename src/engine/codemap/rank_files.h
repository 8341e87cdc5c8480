// Which files a question is about. Words count by their rarity and by where they stand: in the contents, in what a file
// declares, in its path. The three are ranked apart and joined, with what the question names outright on top; tests,
// documents and what was made by a tool stand behind, unless they are asked for. Pure: same facts, same order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/codemap/code_question.h"

namespace hm {

// What counts, and how much. Each lever that is 0 is off: `hivemind eval localise --without` measures them one by one.
struct FindWeights {
    double saturation = 1.2;  // BM25's k
    double length = 0.6;      // BM25's b
    double body = 1.0;
    double comments = 0.2;  // of a word's count, once more
    double names = 0.1;
    double path = 0.25;
    double fusion = 0.5;    // of the worth of its ranks in the three
    double mentions = 1.0;  // paths and names that the question spells out
    double symbols = 1.2;   // of the best declaration in the file
    double test = 0.3;      // factors
    double document = 0.4;
    double made = 0.2;
};

inline constexpr FindWeights shipped_find_weights;

struct TermPlace {
    std::uint32_t file = 0;
    std::uint8_t body = 0;
    std::uint8_t names = 0;
    std::uint8_t path = 0;
    std::uint8_t comments = 0;
};

struct RankedFile {
    std::uint32_t file = 0;
    double score = 0;
    double body = 0;
    double names = 0;
    double path = 0;
    double mentions = 0;
};

// What is told of a file that was found: what in it the question is about, and why it is here.
struct FoundFile {
    std::string path;
    CodeRole role = CodeRole::source;
    double score = 0;
    std::vector<CodeSymbol> symbols;  // what the question is about, best first
    std::vector<std::string> named;   // what of the question names it outright
    std::vector<std::string> in_names;
    std::vector<std::string> in_path;
    std::vector<std::string> in_contents;
};

class FileRanking {
public:
    struct File {
        std::uint32_t length = 0;
        CodeRole role = CodeRole::source;
        bool is_there = false;
    };

    FileRanking(std::vector<File> files, const CodeQuestion& question, const FindWeights& weights);

    // Once for each term of the question, in their order.
    void add(const AskedTerm& asked, std::span<const TermPlace> places);
    // What the question names outright: a share of 1, the sum over all that it names counts.
    void mention(std::uint32_t file, double share);

    // How much each term tells, in their order.
    const std::vector<double>& worths() const { return worths_; }
    std::vector<RankedFile> best(std::size_t most) const;
    double role_factor(std::uint32_t file) const;
    CodeRole role(std::uint32_t file) const { return files_[file].role; }

private:
    void add_ranks(const std::vector<float>& scores, std::vector<double>& fused) const;

    std::vector<File> files_;
    const CodeQuestion& question_;
    FindWeights weights_;
    double all_ = 0;
    double average_ = 1;
    std::vector<float> body_;
    std::vector<float> names_;
    std::vector<float> path_;
    std::vector<float> mentions_;
    std::vector<double> worths_;
};

// How well a path is the one named: 0 when it is not.
double path_match(const AskedPath& asked, std::string_view path);

}  // namespace hm
