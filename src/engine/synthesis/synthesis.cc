#include "engine/synthesis/synthesis.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 20;
constexpr std::size_t sentence_characters = 300;

bool is_path_byte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' || c == '_' || c == '-';
}

bool looks_like_path(std::string_view word) {
    const std::size_t dot = word.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 >= word.size() || word.size() > 200) return false;
    const std::string_view extension = word.substr(dot + 1);
    const bool has_extension = extension.size() <= 6 && std::ranges::all_of(extension, [](char c) {
                                   return std::isalnum(static_cast<unsigned char>(c)) != 0;
                               });
    const bool has_letter = std::ranges::any_of(
        word.substr(0, dot), [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    return has_extension && has_letter && word.find("..") == std::string_view::npos && word.front() != '/';
}

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

std::vector<std::string> files_named_in(std::string_view text) {
    std::vector<std::string> files;
    std::set<std::string_view> seen;
    for (std::size_t at = 0; at < text.size() && files.size() < most_files;) {
        std::size_t end = at;
        while (end < text.size() && is_path_byte(text[end])) ++end;
        std::string_view word = text.substr(at, end - at);
        while (word.ends_with('.')) word.remove_suffix(1);
        if (looks_like_path(word) && seen.insert(word).second) files.emplace_back(word);
        at = std::max(end, at + 1);
    }
    return files;
}

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
