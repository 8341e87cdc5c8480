// Synthesis: one entry of knowledge from a few exported answers, without a model: the first sentence of each, and the
// files they name that are really there. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

inline constexpr std::int64_t exports_for_synthesis = 4;

// Its first sentence that says something: headings, lists and code are passed over.
std::string first_sentence(std::string_view text);

struct ExportedAnswer {
    std::string file;                // of the export
    std::string gist;                // its first sentence
    std::vector<std::string> files;  // that it names and that are there
};

struct Synthesis {
    std::string content;
    std::vector<std::string> evidence;
};

Synthesis synthesise(const std::vector<ExportedAnswer>& answers);

}  // namespace hm
