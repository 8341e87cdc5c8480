#include "engine/project/document.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/strings.h"
#include "engine/project/paths.h"
#include "engine/project/stack.h"
#include "engine/project/survey.h"

namespace hm {
namespace {

constexpr std::string_view blanks_and_quotes = " \t\r\"'";

constexpr std::size_t most_sections = 200;
constexpr std::size_t most_links = 300;

std::string_view title_in_front_matter(const std::vector<DocumentLine>& lines) {
    for (const DocumentLine& line : lines) {
        if (line.kind != LineKind::front_matter && line.kind != LineKind::mark) break;
        for (const std::string_view key : {"title:", "title ="}) {
            if (line.text.starts_with(key)) return trimmed(line.text.substr(key.size()), blanks_and_quotes);
        }
    }
    return {};
}

// The front matter's, the first heading of the highest rank, the first line, or the file's name.
std::string_view title_of(std::string_view path, const std::vector<DocumentLine>& lines,
                          const std::vector<Heading>& headings) {
    const std::string_view named = title_in_front_matter(lines);
    if (!named.empty()) return named;
    const auto highest = std::ranges::min_element(headings, {}, &Heading::level);
    if (highest != headings.end()) return highest->words;
    for (const DocumentLine& line : lines) {
        if (line.kind == LineKind::prose && !trimmed(line.text, blanks_and_quotes).empty())
            return trimmed(line.text, blanks_and_quotes).substr(0, 200);
    }
    return file_name(path);
}

void keep_sections(const std::vector<Heading>& headings, DocumentReading& reading) {
    for (const Heading& heading : headings) {
        if (reading.sections.size() == most_sections) break;
        reading.sections.push_back({static_cast<std::int64_t>(heading.level), ScannedText::clipped(heading.words),
                                    static_cast<std::int64_t>(heading.line)});
    }
    reading.left_out += static_cast<std::int64_t>(headings.size() - reading.sections.size());
}

}  // namespace

bool is_readable_document(std::string_view path) {
    if (is_document(path) || path.ends_with(".mdc") || markup_of(path) == Markup::rst) return true;
    const std::string_view name = file_name(path);
    if (!name.ends_with(".txt") || name.starts_with("requirements")) return false;
    const std::vector<std::string_view> manifests = manifest_names();
    if (std::ranges::find(manifests, name) != manifests.end()) return false;
    // Plain text may be any list of data but where documents are kept.
    constexpr std::array<std::string_view, 3> lists{"robots.txt", "humans.txt", "ads.txt"};
    const bool is_at_root = name.size() == path.size() && std::ranges::find(lists, name) == lists.end();
    const bool is_among_documents = path.starts_with("docs/") || path.starts_with("doc/") ||
                                    path.find("/docs/") != std::string_view::npos ||
                                    path.find("/doc/") != std::string_view::npos;
    return is_at_root || is_among_documents || name.starts_with("README") || name.starts_with("readme");
}

DocumentReading read_document_text(std::string_view path, std::string_view text) {
    const Markup markup = markup_of(path);
    const std::vector<DocumentLine> lines = lines_of(text.substr(0, longest_document), markup);
    const std::vector<Heading> headings = headings_in(lines, markup);
    DocumentReading reading;
    reading.title = ScannedText::clipped(title_of(path, lines, headings));
    keep_sections(headings, reading);
    reading.type = document_type(path, reading);
    FoundLinks found = links_in(lines, markup);
    reading.links = std::move(found.links);
    for (const CodePiece& piece : found.code) {
        const auto named = path_in_code(piece.text);
        if (!named) continue;
        reading.links.push_back(
            {DocumentLinkKind::path, ScannedText::clipped(*named), static_cast<std::int64_t>(piece.line)});
    }
    read_claims(lines, found.code, reading);
    std::ranges::stable_sort(reading.links, {}, &DocumentLink::line);
    if (reading.links.size() > most_links) {
        reading.left_out += static_cast<std::int64_t>(reading.links.size() - most_links);
        reading.links.resize(most_links);
    }
    return reading;
}

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

std::string folded(std::string_view text) {
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
    return std::ranges::any_of(reading.sections,
                               [&](const DocumentSection& section) { return folded(section.title.view()) == words; });
}

std::optional<DocumentType> by_content(const DocumentReading& reading) {
    if (reading.sections.empty()) return std::nullopt;
    const std::string title = folded(reading.title.view());
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
    const std::string lowered = folded(path);
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

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view between = " \t,*_|()[]\"'`";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(between, end);
    }
    return words;
}

int number_in(std::string_view text) {
    int number = 0;
    for (const char c : text.substr(0, 4)) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) return -1;
        number = number * 10 + (c - '0');
    }
    return text.empty() ? -1 : number;
}

std::optional<Time> time_of(int year, int month, int day) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || year < 1990 || year > 2200) return std::nullopt;
    return Time{std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86'400'000}};
}

int month_named(std::string_view word) {
    constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    std::string lowered(word.substr(0, 3));
    for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto at = std::ranges::find(months, std::string_view(lowered));
    return at == months.end() ? -1 : static_cast<int>(at - months.begin()) + 1;
}

}  // namespace

std::optional<Time> date_in(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word.size() >= 10 && (word[4] == '-' || word[4] == '/') && word[7] == word[4]) {
            const auto time =
                time_of(number_in(word.substr(0, 4)), number_in(word.substr(5, 2)), number_in(word.substr(8, 2)));
            if (time) return time;
        }
        if (i + 2 >= words.size() || number_in(words[i + 2]) < 0) continue;
        const bool is_month_first = month_named(word) > 0;
        const int month = is_month_first ? month_named(word) : month_named(words[i + 1]);
        const int day = number_in(is_month_first ? words[i + 1].substr(0, 2) : word.substr(0, 2));
        if (month < 0 || day < 1) continue;
        if (const auto time = time_of(number_in(words[i + 2]), month, day)) return time;
    }
    return std::nullopt;
}

}  // namespace hm
