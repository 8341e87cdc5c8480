#include "engine/documents/document.h"

#include <algorithm>
#include <array>

#include "engine/documents/claims.h"
#include "engine/documents/document_links.h"
#include "engine/documents/document_type.h"
#include "engine/gate/planning_files.h"
#include "engine/stack/stack.h"

namespace hm {
namespace {

constexpr std::size_t most_sections = 200;
constexpr std::size_t most_links = 300;

std::string_view name_of_file(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\"'";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view title_in_front_matter(const std::vector<DocumentLine>& lines) {
    for (const DocumentLine& line : lines) {
        if (line.kind != LineKind::front_matter && line.kind != LineKind::mark) break;
        for (const std::string_view key : {"title:", "title ="}) {
            if (line.text.starts_with(key)) return trimmed(line.text.substr(key.size()));
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
        if (line.kind == LineKind::prose && !trimmed(line.text).empty()) return trimmed(line.text).substr(0, 200);
    }
    return name_of_file(path);
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
    const std::string_view name = name_of_file(path);
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

}  // namespace hm
