#include "engine/synthesis/synthesis.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 20;
constexpr std::size_t sentence_characters = 300;

bool says_something(std::string_view line) {
    if (line.empty()) return false;
    constexpr std::string_view passed_over = "#`|>-*<";
    return passed_over.find(line.front()) == std::string_view::npos;
}

std::string_view trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

std::string first_sentence(std::string_view text) {
    bool is_code = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.starts_with("```")) is_code = !is_code;
        if (is_code || !says_something(line)) continue;
        const std::size_t stop = line.find(". ");
        return shorten(line.substr(0, stop == std::string_view::npos ? line.size() : stop + 1), sentence_characters);
    }
    return {};
}

Synthesis synthesise(const std::vector<ExportedAnswer>& answers) {
    Synthesis made;
    std::set<std::string> files;
    for (const ExportedAnswer& answer : answers) {
        if (!answer.gist.empty()) made.content += "- " + answer.gist + "\n";
        files.insert(answer.files.begin(), answer.files.end());
        made.evidence.push_back("export " + answer.file);
    }
    if (!files.empty()) {
        made.content += "Files:";
        std::size_t shown = 0;
        for (const std::string& file : files) {
            if (shown++ == most_files) break;
            made.content += " " + file;
        }
        made.content += "\n";
    }
    return made;
}

}  // namespace hm
