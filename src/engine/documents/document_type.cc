#include "engine/documents/document_type.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "engine/gate/planning_files.h"
#include "engine/onboarding/survey.h"

namespace hm {
namespace {

using enum DocumentType;

struct Word {
    std::string_view word;
    DocumentType type;
};

// The whole name of a file.
constexpr auto whole_names = std::to_array<Word>({{"changelog", changelog},
                                                  {"changes", changelog},
                                                  {"history", changelog},
                                                  {"news", changelog},
                                                  {"releases", changelog},
                                                  {"release-notes", changelog}});

// The first or the last word of its name.
constexpr auto name_words = std::to_array<Word>({{"prd", prd},
                                                 {"changelog", changelog},
                                                 {"adr", adr},
                                                 {"research", research},
                                                 {"investigation", research},
                                                 {"findings", research},
                                                 {"spike", research},
                                                 {"spec", spec},
                                                 {"specs", spec},
                                                 {"specification", spec},
                                                 {"requirements", spec},
                                                 {"rfc", spec},
                                                 {"design", spec},
                                                 {"architecture", spec},
                                                 {"plan", plan},
                                                 {"plans", plan},
                                                 {"planning", plan},
                                                 {"roadmap", plan},
                                                 {"todo", plan},
                                                 {"tasks", plan},
                                                 {"backlog", plan},
                                                 {"milestones", plan}});

// A folder on the way to it.
constexpr auto folder_words = std::to_array<Word>({{"adr", adr},
                                                   {"adrs", adr},
                                                   {"decisions", adr},
                                                   {"prd", prd},
                                                   {"prds", prd},
                                                   {"research", research},
                                                   {"specs", spec},
                                                   {"spec", spec},
                                                   {"rfcs", spec},
                                                   {"requirements", spec},
                                                   {"plans", plan},
                                                   {"planning", plan}});

std::string lower_case(std::string_view text) {
    return comparable(text, CaseRules::insensitive);
}

bool has_word(std::string_view text, std::string_view word) {
    constexpr std::string_view between = " -_.,:;()/";
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || between.find(text[at - 1]) != std::string_view::npos;
        const std::size_t end = at + word.size();
        if (begins && (end == text.size() || between.find(text[end]) != std::string_view::npos)) return true;
    }
    return false;
}

std::optional<DocumentType> typed_by(std::string_view word, std::span<const Word> words) {
    const auto at = std::ranges::find(words, word, &Word::word);
    return at == words.end() ? std::nullopt : std::optional(at->type);
}

std::optional<DocumentType> by_name(std::string_view stem) {
    constexpr std::string_view between = "-_. ";
    if (const auto type = typed_by(stem, whole_names)) return type;
    const std::size_t last = stem.find_last_of(between);
    if (const auto type = typed_by(stem.substr(0, stem.find_first_of(between)), name_words)) return type;
    return typed_by(last == std::string_view::npos ? stem : stem.substr(last + 1), name_words);
}

// The nearest folder that says something.
std::optional<DocumentType> by_folder(std::string_view folders) {
    while (!folders.empty()) {
        const std::size_t slash = folders.rfind('/');
        const std::string_view folder = slash == std::string_view::npos ? folders : folders.substr(slash + 1);
        if (const auto type = typed_by(folder, folder_words)) return type;
        folders = slash == std::string_view::npos ? std::string_view() : folders.substr(0, slash);
    }
    return std::nullopt;
}

bool has_section(const DocumentReading& reading, std::string_view words) {
    return std::ranges::any_of(
        reading.sections, [&](const DocumentSection& section) { return lower_case(section.title.view()) == words; });
}

std::optional<DocumentType> by_content(const DocumentReading& reading) {
    if (reading.sections.empty()) return std::nullopt;
    const std::string title = lower_case(reading.title.view());
    if (has_word(title, "product requirements") || has_word(title, "prd")) return prd;
    if (has_section(reading, "decision") && (has_section(reading, "context") || has_section(reading, "status")))
        return adr;
    if (title.starts_with("adr ") || title.starts_with("adr-")) return adr;
    if (has_word(title, "changelog") || has_word(title, "release notes")) return changelog;
    if (has_word(title, "specification") || has_word(title, "spec")) return spec;
    if (has_word(title, "research") || has_word(title, "investigation")) return research;
    if (has_word(title, "roadmap") || has_word(title, "plan")) return plan;
    if (has_section(reading, "user stories") && has_section(reading, "goals")) return prd;
    return std::nullopt;
}

}  // namespace

DocumentType document_type(std::string_view path, const DocumentReading& reading) {
    if (is_rule_file(path)) return config;
    const std::string lowered = lower_case(path);
    const std::size_t slash = lowered.rfind('/');
    const std::string_view whole = lowered;
    const std::string_view folders = slash == std::string::npos ? std::string_view() : whole.substr(0, slash);
    const std::string_view name = slash == std::string::npos ? whole : whole.substr(slash + 1);
    const std::string_view stem = name.substr(0, name.rfind('.'));
    if (stem == "readme" || stem.starts_with("readme.") || stem.starts_with("readme-")) return readme;
    if (is_planning_file(path, CaseRules::insensitive)) return plan;
    const auto of_folder = by_folder(folders);
    // Records of decisions are named for what was decided.
    if (of_folder == adr) return adr;
    if (const auto type = by_name(stem)) return *type;
    if (of_folder) return *of_folder;
    return by_content(reading).value_or(other);
}

}  // namespace hm
