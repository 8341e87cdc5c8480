#include "engine/documents/outline.h"

#include <algorithm>

#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t longest_front_matter = 200;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::size_t indent_of(std::string_view text) {
    return std::min(text.find_first_not_of(" \t"), text.size());
}

std::vector<DocumentLine> split(std::string_view text) {
    std::vector<DocumentLine> lines;
    for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back({lines.size() + 1, lines.empty() ? 0 : at, line});
        at = end + 1;
    }
    return lines;
}

// How many lines the front matter takes, its marks included; 0 when there is none.
std::size_t front_matter_of(const std::vector<DocumentLine>& lines) {
    if (lines.empty()) return 0;
    const std::string_view mark = trimmed(lines.front().text);
    if (mark != "---" && mark != "+++") return 0;
    for (std::size_t i = 1; i < std::min(lines.size(), longest_front_matter); ++i) {
        if (trimmed(lines[i].text) == mark) return i + 1;
    }
    return 0;
}

struct Fence {
    char sign = '`';
    std::size_t length = 0;  // 0: none
    std::string_view language;
};

Fence fence_in(std::string_view line) {
    const std::string_view bare = trimmed(line);
    if (!bare.starts_with("```") && !bare.starts_with("~~~")) return {};
    const std::size_t length = std::min(bare.find_first_not_of(bare.front()), bare.size());
    const std::string_view info = trimmed(bare.substr(length));
    // ```one line``` is a piece of code within its line.
    if (bare.front() == '`' && info.find('`') != std::string_view::npos) return {};
    return {bare.front(), length, info.substr(0, info.find_first_of(" \t{,"))};
}

void mark_markdown(std::vector<DocumentLine>& lines, std::size_t begin) {
    Fence open;
    bool is_comment = false;
    for (std::size_t i = begin; i < lines.size(); ++i) {
        DocumentLine& line = lines[i];
        if (is_comment) {
            line.kind = LineKind::comment;
            is_comment = line.text.find("-->") == std::string_view::npos;
            continue;
        }
        const Fence fence = fence_in(line.text);
        if (open.length > 0) {
            const bool closes = fence.sign == open.sign && fence.length >= open.length && fence.language.empty();
            line.kind = closes ? LineKind::mark : LineKind::code;
            line.language = open.language;
            if (closes) open = {};
        } else if (fence.length > 0) {
            line.kind = LineKind::mark;
            open = fence;
        } else if (const std::size_t comment = line.text.rfind("<!--"); comment != std::string_view::npos) {
            is_comment = line.text.find("-->", comment) == std::string_view::npos;
            if (trimmed(line.text).starts_with("<!--")) line.kind = LineKind::comment;
        }
    }
}

// A block of code is indented and follows a line that ends in "::" or names it; a comment follows "..".
void mark_rst(std::vector<DocumentLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i].text);
        const bool is_code = line.starts_with(".. code") || line.starts_with(".. sourcecode") ||
                             (line.ends_with("::") && !line.starts_with(".. "));
        const bool is_comment = line.starts_with(".. ") && line.find("::") == std::string_view::npos &&
                                !line.starts_with(".. _") && !line.starts_with(".. [") && !line.starts_with(".. |");
        if (!is_code && !is_comment) continue;
        const std::size_t indent = indent_of(lines[i].text);
        const std::size_t colons = line.find("::");
        const std::string_view language = is_code && line.starts_with("..") ? trimmed(line.substr(colons + 2)) : "";
        if (is_comment) lines[i].kind = LineKind::comment;
        for (++i; i < lines.size(); ++i) {
            const bool is_blank = trimmed(lines[i].text).empty();
            if (!is_blank && indent_of(lines[i].text) <= indent) break;
            lines[i].kind = is_comment ? LineKind::comment : LineKind::code;
            lines[i].language = language;
        }
        --i;
    }
}

// "## Aims ##"
bool read_atx(const DocumentLine& line, Heading& heading) {
    const std::size_t indent = line.text.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3) return false;
    const std::string_view text = line.text.substr(indent);
    const std::size_t signs = text.find_first_not_of('#');
    if (signs == 0 || signs == std::string_view::npos || signs > 6) return false;
    if (text[signs] != ' ' && text[signs] != '\t') return false;
    std::string_view words = trimmed(text.substr(signs));
    const std::size_t last = words.find_last_not_of('#');
    if (last == std::string_view::npos) return false;
    if (last + 1 < words.size() && words[last] == ' ') words = trimmed(words.substr(0, last));
    heading = {signs, words, line.number, line.offset};
    return !words.empty();
}

bool is_line_of(std::string_view text, std::string_view signs, std::size_t least) {
    text = trimmed(text);
    return text.size() >= least && signs.find(text.front()) != std::string_view::npos &&
           text.find_first_not_of(text.front()) == std::string_view::npos;
}

bool is_prose(const std::vector<DocumentLine>& lines, std::size_t i) {
    return i < lines.size() && lines[i].kind == LineKind::prose && !trimmed(lines[i].text).empty();
}

// Words over a line of = or -, which stand alone: the end of a paragraph over a rule is not one, nor is a list.
bool read_underlined(const std::vector<DocumentLine>& lines, std::size_t i, Heading& heading) {
    if (!is_prose(lines, i) || !is_prose(lines, i + 1) || (i > 0 && is_prose(lines, i - 1))) return false;
    const std::string_view under = lines[i + 1].text;
    const std::string_view words = trimmed(lines[i].text);
    const bool is_first = is_line_of(under, "=", 2);
    if (!is_first && !is_line_of(under, "-", 3)) return false;
    if (indent_of(lines[i].text) > 3 || std::string_view("-*+>|#<=").find(words.front()) != std::string_view::npos)
        return false;
    heading = {is_first ? std::size_t{1} : std::size_t{2}, words, lines[i].number, lines[i].offset};
    return true;
}

// The sign under a title says how deep it is, in the order in which signs appear; a title may have one over it, too.
std::vector<Heading> rst_headings(const std::vector<DocumentLine>& lines) {
    constexpr std::string_view signs = "=-~^\"'`#*+.:_";
    std::vector<Heading> headings;
    std::string known;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!is_prose(lines, i) || !is_prose(lines, i + 1) || indent_of(lines[i + 1].text) > 0) continue;
        const std::string_view words = trimmed(lines[i].text);
        const std::string_view under = trimmed(lines[i + 1].text);
        if (!is_line_of(under, signs, 3) || is_line_of(words, signs, 3)) continue;
        const bool has_over = i > 0 && is_line_of(lines[i - 1].text, signs, 3);
        if (under.size() < count_characters(repair_utf8(words)) || (i > 0 && is_prose(lines, i - 1) && !has_over))
            continue;
        const char kind = static_cast<char>(has_over ? under.front() | 0x80 : under.front());
        if (known.find(kind) == std::string::npos) known += kind;
        const DocumentLine& first = lines[has_over ? i - 1 : i];
        headings.push_back({known.find(kind) + 1, words, lines[i].number, first.offset});
        ++i;
    }
    return headings;
}

}  // namespace

Markup markup_of(std::string_view path) {
    return path.ends_with(".rst") || path.ends_with(".RST") ? Markup::rst : Markup::markdown;
}

std::vector<DocumentLine> lines_of(std::string_view text, Markup markup) {
    std::vector<DocumentLine> lines = split(text);
    if (markup == Markup::rst) {
        mark_rst(lines);
        return lines;
    }
    const std::size_t front = front_matter_of(lines);
    for (std::size_t i = 0; i < front; ++i) {
        lines[i].kind = i == 0 || i + 1 == front ? LineKind::mark : LineKind::front_matter;
    }
    mark_markdown(lines, front);
    return lines;
}

std::vector<Heading> headings_in(const std::vector<DocumentLine>& lines, Markup markup) {
    if (markup == Markup::rst) return rst_headings(lines);
    std::vector<Heading> headings;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Heading heading;
        if (lines[i].kind != LineKind::prose) continue;
        if (read_atx(lines[i], heading) || read_underlined(lines, i, heading)) headings.push_back(heading);
    }
    return headings;
}

}  // namespace hm
