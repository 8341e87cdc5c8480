#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "engine/codemap/code_tokens.h"

namespace hm {
namespace {

constexpr std::size_t longest_content = 500;
constexpr std::size_t most_comments = 3000;

struct Line {
    int number = 0;
    std::string_view text;
};

// Comments that belong together: one in brackets, or lines of the same mark below each other.
struct Block {
    std::vector<Line> lines;
    int end_line = 0;
    bool is_doc = false;
    bool stands_alone = false;  // nothing but the comment is on its lines
    std::string_view mark;
};

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view mark_of(std::string_view comment) {
    constexpr std::array<std::string_view, 10> marks{"///", "//!",    "//",     "/**", "/*!",
                                                     "/*",  "=begin", "\"\"\"", "'''", "#"};
    for (const std::string_view mark : marks) {
        if (comment.starts_with(mark)) return mark;
    }
    return "#";
}

// What it documents stands around it, not behind it.
bool is_docstring(std::string_view mark) {
    return mark == "\"\"\"" || mark == "'''";
}

bool is_doc_mark(std::string_view comment) {
    const std::string_view mark = mark_of(comment);
    if (mark == "///") return !comment.starts_with("////");
    if (mark == "/**") return comment.size() > 4 && comment[3] != '*' && comment[3] != '/';
    return mark == "//!" || mark == "/*!" || mark == "=begin" || is_docstring(mark);
}

std::string_view without_closing(std::string_view text, std::string_view mark) {
    if (mark.starts_with("/*") && text.ends_with("*/")) text.remove_suffix(2);
    if (is_docstring(mark) && text.ends_with(mark)) text.remove_suffix(3);
    if (mark == "=begin") text = text.substr(0, text.rfind("=end"));
    return text;
}

void add_lines(const Token& token, std::string_view mark, Block& block) {
    std::string_view text = without_closing(token.text, mark);
    text.remove_prefix(std::min(mark.size(), text.size()));
    for (int number = token.line;; ++number) {
        const std::size_t end = text.find('\n');
        std::string_view line = trimmed(text.substr(0, end));
        if (number > token.line && mark.starts_with("/*")) {
            while (line.starts_with('*')) line.remove_prefix(1);
        }
        if (number == token.line && (mark == "//" || mark == "#" || mark == "/*")) {
            while (!line.empty() && (line.front() == '/' || line.front() == '#' || line.front() == '*')) {
                line.remove_prefix(1);
            }
        }
        block.lines.push_back({number, trimmed(line)});
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    block.end_line = token.end_line;
}

std::vector<Block> blocks_of(const CodeTokens& tokens) {
    std::vector<Block> blocks;
    for (const Token& token : tokens.comments) {
        const std::string_view mark = mark_of(token.text);
        const bool is_line = mark == "//" || mark == "///" || mark == "//!" || mark == "#";
        Block* before = blocks.empty() ? nullptr : &blocks.back();
        const bool goes_on = is_line && before != nullptr && before->stands_alone && token.is_first_on_line &&
                             before->mark == mark && before->end_line + 1 == token.line;
        if (!goes_on) {
            blocks.push_back({{}, 0, is_doc_mark(token.text), token.is_first_on_line && !is_docstring(mark), mark});
        }
        add_lines(token, mark, blocks.back());
    }
    return blocks;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

struct Marker {
    std::string_view word;
    CodeCommentKind kind;
};
constexpr std::array<Marker, 6> markers{{
    {"TODO", CodeCommentKind::todo},
    {"FIXME", CodeCommentKind::fixme},
    {"HACK", CodeCommentKind::hack},
    {"NOTE", CodeCommentKind::note},
    {"XXX", CodeCommentKind::fixme},
    {"BUG", CodeCommentKind::fixme},
}};

bool is_same_word(std::string_view text, std::string_view upper) {
    return std::ranges::equal(text, upper, [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 32 : a) == b; });
}

// In capitals as the first word of its line, or in capitals with `:` or `(` behind it; in other letters only as the
// first word with one of these behind it, because "todo list" and "Note that" are prose. Never within quotation marks.
bool is_marker(std::string_view line, std::size_t place, std::string_view word) {
    const std::string_view found = line.substr(place, word.size());
    if (!is_same_word(found, word)) return false;
    const std::string_view before = line.substr(0, place);
    const bool is_quoted = std::ranges::count(before, '"') % 2 == 1 || before.ends_with('`') || before.ends_with('\'');
    if (is_quoted) return false;
    const char next = place + word.size() < line.size() ? line[place + word.size()] : '\0';
    const bool is_called = next == ':' || next == '(';
    const bool is_first = std::ranges::none_of(before, is_letter);
    const bool is_capital = found == word;
    if (is_called) return is_first || is_capital;
    // TODO.md is a file.
    const bool is_file =
        next == '.' && place + word.size() + 1 < line.size() && is_letter(line[place + word.size() + 1]);
    const bool stands_alone = !is_letter(next) && !is_file;
    const bool is_tag = before.ends_with('@');
    // A bare XXX or BUG opens too many sentences that are none.
    const bool may_be_bare = word != "BUG" && word != "XXX";
    return is_first && stands_alone && (is_tag || (is_capital && may_be_bare));
}

// Where the first marker of the line begins.
std::optional<std::pair<std::size_t, CodeCommentKind>> marker_in(std::string_view line) {
    for (std::size_t place = 0; place < line.size(); ++place) {
        const bool begins_word = is_letter(line[place]) && (place == 0 || !is_letter(line[place - 1]));
        if (!begins_word) continue;
        for (const auto& [word, kind] : markers) {
            if (is_marker(line, place, word)) return std::pair{place, kind};
        }
    }
    return std::nullopt;
}

std::string joined(const std::vector<Line>& lines, std::size_t begin, std::size_t end, std::size_t from) {
    std::string content;
    for (std::size_t i = begin; i < end && content.size() < longest_content * 4; ++i) {
        const std::string_view text = i == begin ? lines[i].text.substr(from) : lines[i].text;
        if (text.empty()) continue;
        if (!content.empty()) content += ' ';
        content += text;
    }
    std::erase(content, '\0');
    return shorten(repair_utf8(content), longest_content);
}

class Owners {
public:
    Owners(const CodeTokens& tokens, const std::vector<Declared>& declared) : declared_(declared) {
        for (const Token& token : tokens.code) {
            if (token.is_first_on_line) first_tokens_.push_back(&token);
        }
        std::ranges::sort(first_tokens_, {}, [](const Token* token) { return token->line; });
    }

    // What is declared right behind the line; decorators, attributes and templates may stand between.
    const Declared* directly_after(int line) const {
        auto next = std::ranges::upper_bound(first_tokens_, line, {}, [](const Token* token) { return token->line; });
        if (next == first_tokens_.end() || (*next)->line > line + 1) return nullptr;
        while (next != first_tokens_.end() && stands_before_declaration(**next)) ++next;
        if (next == first_tokens_.end()) return nullptr;
        const auto found =
            std::ranges::find(declared_, (*next)->line, [](const Declared& each) { return each.symbol.line; });
        return found == declared_.end() ? nullptr : &*found;
    }
    const Declared* around(int line) const {
        const Declared* found = nullptr;
        for (const Declared& each : declared_) {
            if (each.symbol.line > line) break;
            if (each.end_line >= line) found = &each;
        }
        return found;
    }

private:
    static bool stands_before_declaration(const Token& token) {
        return token.is("@") || token.is("#") || token.is("[") || token.is("template");
    }
    const std::vector<Declared>& declared_;
    std::vector<const Token*> first_tokens_;
};

// In these the comment before a declaration documents it, whatever its mark.
bool documents_by_place(CodeLanguage language) {
    return language == CodeLanguage::go || language == CodeLanguage::c || language == CodeLanguage::cpp ||
           language == CodeLanguage::ruby || language == CodeLanguage::shell;
}

void add_block(const CodeTokens& tokens, const Block& block, const Owners& owners, std::vector<CodeComment>& comments) {
    const Declared* owner = block.stands_alone ? owners.directly_after(block.end_line) : nullptr;
    const bool is_doc = block.is_doc || (owner != nullptr && documents_by_place(tokens.kind.language));
    if (owner == nullptr) owner = owners.around(block.lines.front().number);
    const std::string related = owner == nullptr ? std::string() : owner->symbol.name;
    std::size_t begin = 0;
    const auto close = [&](std::size_t end, CodeCommentKind kind, std::size_t from) {
        while (begin > 0 && begin + 1 < end && block.lines[begin].text.empty()) ++begin;
        std::string content = joined(block.lines, begin, end, from);
        const bool says_something = std::ranges::any_of(content, is_letter);
        if (says_something && comments.size() < most_comments) {
            comments.push_back({block.lines[begin].number, kind, std::move(content), related});
        }
    };
    CodeCommentKind kind = is_doc ? CodeCommentKind::doc : CodeCommentKind::inline_comment;
    std::size_t from = 0;
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
        const auto marker = marker_in(block.lines[i].text);
        const bool is_marked = kind != CodeCommentKind::doc && kind != CodeCommentKind::inline_comment;
        // An empty line ends what a marker has to say.
        const bool ends = is_marked && block.lines[i].text.empty();
        if (!marker && !ends) continue;
        if (i > begin) close(i, kind, from);
        begin = i;
        from = marker ? marker->first : 0;
        kind = marker ? marker->second : is_doc ? CodeCommentKind::doc : CodeCommentKind::inline_comment;
    }
    close(block.lines.size(), kind, from);
}

}  // namespace

std::vector<CodeComment> read_comments(const CodeTokens& tokens, const std::vector<Declared>& declared) {
    std::vector<CodeComment> comments;
    const Owners owners(tokens, declared);
    for (const Block& block : blocks_of(tokens)) add_block(tokens, block, owners, comments);
    return comments;
}

}  // namespace hm
