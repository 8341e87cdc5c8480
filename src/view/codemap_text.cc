#include "view/codemap_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t longest_code_line = 200;

// Comments and names come from files that anybody may have written.
std::string shown_code(std::string_view text) {
    return plain_text(shorten(text, longest_code_line));
}

std::string export_line(std::string_view mark, const ChangedExport& change) {
    std::string line = fmt::format("  {} {}:{} {}\n", mark, shown_code(change.path), change.symbol.line,
                                   shown_code(change.symbol.signature));
    if (!change.before.empty()) line += fmt::format("      was {}\n", shown_code(change.before));
    return line;
}

class Bounded {
public:
    explicit Bounded(std::size_t most) : left_(most) {}
    void add(std::string line) {
        if (left_ == 0) {
            ++left_out_;
            return;
        }
        --left_;
        text_ += line;
    }
    std::string take() {
        if (left_out_ > 0) text_ += fmt::format("… and {} more\n", left_out_);
        return std::move(text_);
    }

private:
    std::size_t left_;
    std::size_t left_out_ = 0;
    std::string text_;
};

json::array paths_json(const std::vector<std::string>& paths, std::size_t most) {
    json::array array;
    for (const std::string& path : paths) {
        if (array.size() < most) array.emplace_back(path);
    }
    return array;
}

json::array exports_json(const std::vector<ChangedExport>& changes, std::size_t most) {
    json::array array;
    for (const ChangedExport& change : changes) {
        if (array.size() == most) break;
        json::object each{{"file", change.path}};
        for (const auto& member : symbol_json(change.symbol)) each[member.key()] = member.value();
        if (!change.before.empty()) each["before"] = change.before;
        array.push_back(std::move(each));
    }
    return array;
}

}  // namespace

json::object comment_json(const CodeComment& comment) {
    return {{"line", comment.line},
            {"kind", name_of(comment.kind)},
            {"content", comment.content},
            {"related", comment.related}};
}

json::object symbol_json(const CodeSymbol& symbol) {
    json::object each{
        {"name", symbol.name}, {"kind", name_of(symbol.kind)}, {"signature", symbol.signature}, {"line", symbol.line}};
    if (symbol.end_line > symbol.line) each["end_line"] = symbol.end_line;
    if (!symbol.within.empty()) each["within"] = symbol.within;
    each["exported"] = symbol.is_exported;
    return each;
}

std::string comment_line(const FoundComment& found) {
    const CodeComment& comment = found.comment;
    std::string line = fmt::format("{}:{} {} {}", shown_code(found.path), comment.line, name_of(comment.kind),
                                   shown_code(comment.content));
    if (!comment.related.empty()) line += fmt::format(" (in {})", shown_code(comment.related));
    return line + "\n";
}

std::string diff_text(const CodeDiff& diff, std::size_t most) {
    Bounded lines(most);
    for (const std::string& path : diff.files_added) lines.add(fmt::format("added {}\n", shown_code(path)));
    for (const std::string& path : diff.files_removed) lines.add(fmt::format("removed {}\n", shown_code(path)));
    for (const std::string& path : diff.files_changed) lines.add(fmt::format("changed {}\n", shown_code(path)));
    std::string text = lines.take();
    Bounded exports(most);
    for (const ChangedExport& change : diff.exports_removed) exports.add(export_line("-", change));
    for (const ChangedExport& change : diff.exports_changed) exports.add(export_line("~", change));
    for (const ChangedExport& change : diff.exports_added) exports.add(export_line("+", change));
    const std::string changed_exports = exports.take();
    if (!changed_exports.empty()) text += "exports\n" + changed_exports;
    return text.empty() ? "Nothing changed since the last scan.\n" : text;
}

json::object diff_json(const CodeDiff& diff, std::size_t most) {
    return {{"files",
             {{"added", paths_json(diff.files_added, most)},
              {"removed", paths_json(diff.files_removed, most)},
              {"changed", paths_json(diff.files_changed, most)}}},
            {"exports",
             {{"added", exports_json(diff.exports_added, most)},
              {"removed", exports_json(diff.exports_removed, most)},
              {"changed", exports_json(diff.exports_changed, most)}}},
            {"counts",
             {{"files_added", diff.files_added.size()},
              {"files_removed", diff.files_removed.size()},
              {"files_changed", diff.files_changed.size()},
              {"exports_added", diff.exports_added.size()},
              {"exports_removed", diff.exports_removed.size()},
              {"exports_changed", diff.exports_changed.size()}}}};
}

std::string skeleton_text(const std::vector<CodeSymbol>& symbols, std::size_t most) {
    std::string text;
    std::size_t told = 0;
    for (const CodeSymbol& symbol : symbols) {
        const bool is_member = symbol.kind == SymbolKind::method;
        std::string line = fmt::format("{}{:>4} {} {}\n", is_member ? "  " : "", symbol.line,
                                       symbol.is_exported ? "+" : " ", shown_code(symbol.signature));
        if (text.size() + line.size() > most) break;
        text += line;
        ++told;
    }
    if (told < symbols.size()) text += fmt::format("… and {} more\n", symbols.size() - told);
    return text;
}

std::string exported_names(const std::vector<CodeSymbol>& symbols, std::size_t most) {
    std::string names;
    for (const CodeSymbol& symbol : symbols) {
        if (symbol.is_exported && names.size() < most) names += (names.empty() ? "" : ", ") + plain_text(symbol.name);
    }
    return shorten(names, most) + "\n";
}

namespace {

std::string range_of(std::int64_t line, std::int64_t end_line) {
    return end_line > line ? fmt::format("{}-{}", line, end_line) : fmt::format("{}", line);
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + plain_text(word);
    return text;
}

std::string reason_of(const FoundFile& file) {
    std::string why;
    const auto add = [&](std::string_view what, const std::vector<std::string>& words) {
        if (!words.empty()) why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", what, joined_words(words));
    };
    add("you name", file.named);
    add("declares", file.in_names);
    add("path", file.in_path);
    add("contents", file.in_contents);
    if (file.role != CodeRole::source) why += fmt::format("{}{}", why.empty() ? "" : "; ", name_of(file.role));
    return why;
}

}  // namespace

std::string found_file_text(const FoundFile& file, const CodeLines& lines) {
    constexpr std::size_t most = 3;
    std::string text = shown_code(file.path);
    if (file.symbols.empty() && lines.first > 0) text += ":" + range_of(lines.first, lines.last);
    const std::string why = reason_of(file);
    if (!why.empty()) text += " — " + why;
    text += "\n";
    for (std::size_t i = 0; i < std::min(most, file.symbols.size()); ++i) {
        const CodeSymbol& symbol = file.symbols[i];
        text += fmt::format("  {} {}\n", range_of(symbol.line, symbol.end_line), shown_code(symbol.signature));
    }
    return text;
}

json::object found_file_json(const FoundFile& file, const CodeLines& lines) {
    json::object data{
        {"file", file.path}, {"score", file.score}, {"role", name_of(file.role)}, {"why", reason_of(file)}};
    const std::int64_t line = file.symbols.empty() ? lines.first : file.symbols.front().line;
    if (line > 0) {
        data["line"] = line;
        data["end_line"] = file.symbols.empty() ? lines.last : file.symbols.front().end_line;
    }
    json::array symbols;
    for (const CodeSymbol& each : file.symbols) symbols.push_back(symbol_json(each));
    data["symbols"] = std::move(symbols);
    return data;
}

std::string outline_text(std::string_view path, const CodeFile& code) {
    constexpr std::size_t longest_outline = 40'000;
    constexpr std::size_t longest_comment = 100;
    std::string text = fmt::format("{} ({} lines)\n", shown_code(path), code.lines);
    std::vector<std::int64_t> ends;
    for (const CodeSymbol& symbol : code.symbols) {
        while (!ends.empty() && symbol.line > ends.back()) ends.pop_back();
        if (text.size() > longest_outline) return text + "…\n";
        text += fmt::format("{:{}}{} {}", "", ends.size() * 2 + 2, range_of(symbol.line, symbol.end_line),
                            shown_code(symbol.signature));
        const auto said = std::find_if(code.comments.begin(), code.comments.end(), [&](const CodeComment& each) {
            return each.kind == CodeCommentKind::doc && each.related == symbol.name && each.line <= symbol.end_line &&
                   each.line + 40 >= symbol.line;
        });
        if (said != code.comments.end()) text += " — " + plain_text(shorten(said->content, longest_comment));
        text += "\n";
        if (symbol.end_line > symbol.line) ends.push_back(symbol.end_line);
    }
    if (code.symbols.empty()) text += "  (nothing is declared here)\n";
    return text;
}

std::string inconsistency_line(const Inconsistency& found) {
    return fmt::format("{} {}:{} {}\n", name_of(found.kind), shown_code(found.path), found.line,
                       shown_code(found.message));
}

json::object inconsistency_json(const Inconsistency& found) {
    return {{"kind", name_of(found.kind)},
            {"file", found.path},
            {"line", found.line},
            {"name", found.name},
            {"message", found.message}};
}

std::string circle_line(const std::vector<std::string>& circle) {
    std::string line;
    for (const std::string& path : circle) line += (line.empty() ? "" : " → ") + shown_code(path);
    return line + "\n";
}

}  // namespace hm
