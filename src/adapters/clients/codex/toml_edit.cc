#include "adapters/clients/codex/toml_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"

namespace hm::codex {
namespace {

// Texts over several lines may hold lines that look like tables.
class MultiLine {
public:
    // Whether the line begins within such a text; then looks where it leaves off.
    bool begins_within(std::string_view line) {
        const bool is_within = !mark_.empty();
        std::size_t at = 0;
        while (at < line.size()) {
            if (!mark_.empty()) {
                const std::size_t end = line.find(mark_, at);
                if (end == std::string_view::npos) break;
                at = end + mark_.size();
                mark_ = {};
            } else if (line[at] == '#') {
                break;
            } else if (line.substr(at).starts_with("\"\"\"") || line.substr(at).starts_with("'''")) {
                mark_ = line[at] == '"' ? "\"\"\"" : "'''";
                at += 3;
            } else if (line[at] == '"' || line[at] == '\'') {
                at = end_of_string(line, at);
            } else {
                ++at;
            }
        }
        return is_within;
    }

private:
    static std::size_t end_of_string(std::string_view line, std::size_t at) {
        const char quote = line[at++];
        while (at < line.size() && line[at] != quote) at += line[at] == '\\' && quote == '"' ? 2 : 1;
        return std::min(at + 1, line.size());
    }

    std::string_view mark_;
};

// What stands between the brackets of a table's first line; "" when it is none.
std::string_view header_of(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with('[')) return {};
    const std::size_t end = line.rfind(']');
    return end == std::string_view::npos ? std::string_view() : trimmed(line.substr(1, end - 1));
}

struct Line {
    std::string_view text;  // with its end
    bool is_plain = true;   // does not begin within a text over several lines
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    MultiLine multi_line;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
        lines.push_back({line, !multi_line.begins_within(line)});
        text.remove_prefix(line.size());
    }
    return lines;
}

bool says_nothing(const Line& line) {
    const std::string_view text = trimmed(line.text);
    return line.is_plain && (text.empty() || text.starts_with('#'));
}

// A part may be written in either kind of quotes, and with blanks around it.
std::string canonical_header(std::string_view header) {
    std::string canonical;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const char c = header[i];
        const std::size_t end = c == '\'' ? header.find(c, i + 1) : std::string_view::npos;
        if (end != std::string_view::npos) {
            canonical += toml_string(header.substr(i + 1, end - i - 1));
            i = end;
        } else if (c == '"') {
            do canonical += header[i];
            while (++i < header.size() && (header[i] != '"' || header[i - 1] == '\\'));
            canonical += '"';
        } else if (c != ' ' && c != '\t') {
            canonical += c;
        }
    }
    return canonical;
}

struct Found {
    std::string header;
    std::size_t begin = 0;  // its first line
    std::size_t end = 0;    // behind its last line that says something
};

std::vector<Found> tables_in(const std::vector<Line>& lines) {
    std::vector<Found> tables{{"", 0, 0}};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view header = lines[i].is_plain ? header_of(lines[i].text) : std::string_view();
        if (!header.empty()) tables.push_back({canonical_header(header), i, i + 1});
        if (!says_nothing(lines[i])) tables.back().end = i + 1;
    }
    return tables;
}

// In its place, so that a person who looks at the change sees what is new.
std::string with_body(const std::vector<Line>& lines, const Found& table, std::string_view body) {
    std::string text;
    for (std::size_t i = 0; i <= table.begin; ++i) text += lines[i].text;
    if (!text.ends_with('\n')) text += '\n';
    text += body;
    for (std::size_t i = table.end; i < lines.size(); ++i) text += lines[i].text;
    return text;
}

// `hooks = …` in the part before the first table would make the file unreadable with a table of that name.
Result<void> check_room(const std::vector<Line>& lines, const Found& first, std::string_view header) {
    const std::string_view top = header.substr(0, header.find('.'));
    for (std::size_t i = first.begin; i < first.end; ++i) {
        const std::string_view line = trimmed(lines[i].text);
        if (!lines[i].is_plain || !line.starts_with(top)) continue;
        const std::string_view rest = trimmed(line.substr(top.size()));
        if (!rest.starts_with('=') && !rest.starts_with('.')) continue;
        return fail(ErrorCode::conflict, fmt::format("`{}` is written on one line: {}", top, line.substr(0, 80)),
                    fmt::format("Write it as tables, [{}.…], then try again. Nothing was changed.", top));
    }
    return {};
}

}  // namespace

std::string toml_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            quoted += fmt::format("\\u{:04x}", static_cast<int>(c));
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

Result<std::string> with_toml_tables(std::string_view text, const std::vector<TomlTable>& wanted) {
    std::string edited(text);
    for (const TomlTable& table : wanted) {
        const std::vector<Line> lines = lines_of(edited);
        const std::vector<Found> tables = tables_in(lines);
        HM_TRY(check_room(lines, tables.front(), table.header));
        const auto there = std::find_if(tables.begin() + 1, tables.end(),
                                        [&](const Found& found) { return found.header == table.header; });
        if (there != tables.end()) {
            edited = with_body(lines, *there, table.body);
            continue;
        }
        if (!edited.empty() && !edited.ends_with('\n')) edited += '\n';
        edited += fmt::format("{}[{}]\n{}", edited.empty() ? "" : "\n", table.header, table.body);
    }
    return edited;
}

std::string without_toml_tables(std::string_view text, const std::function<bool(std::string_view header)>& is_meant) {
    const std::vector<Line> lines = lines_of(text);
    std::vector<bool> is_kept(lines.size(), true);
    const std::vector<Found> tables = tables_in(lines);
    for (std::size_t i = 1; i < tables.size(); ++i) {
        if (!is_meant(tables[i].header)) continue;
        // The empty line that was put before it goes along.
        std::size_t begin = tables[i].begin;
        if (begin > 0 && trimmed(lines[begin - 1].text).empty()) --begin;
        std::fill(is_kept.begin() + static_cast<std::ptrdiff_t>(begin),
                  is_kept.begin() + static_cast<std::ptrdiff_t>(tables[i].end), false);
    }
    std::string left;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (is_kept[i]) left += lines[i].text;
    }
    return left;
}

std::string toml_value(std::string_view text, std::string_view table, std::string_view key) {
    const std::vector<Line> lines = lines_of(text);
    for (const Found& found : tables_in(lines)) {
        if (found.header != table) continue;
        for (std::size_t i = found.begin; i < found.end; ++i) {
            const std::string_view line = trimmed(lines[i].text);
            if (!lines[i].is_plain || !line.starts_with(key)) continue;
            const std::string_view rest = trimmed(line.substr(key.size()));
            if (!rest.starts_with('=')) continue;
            return std::string(trimmed(rest.substr(1, rest.find('#') - 1)));
        }
    }
    return {};
}

}  // namespace hm::codex
