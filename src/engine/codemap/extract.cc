#include "engine/codemap/extract.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "engine/codemap/code_tokens.h"

namespace hm {
namespace {

std::vector<Declared> declarations_of(const CodeTokens& tokens) {
    switch (tokens.kind.language) {
        case CodeLanguage::c:
        case CodeLanguage::cpp:
        case CodeLanguage::java:
        case CodeLanguage::csharp: return typed_declarations(tokens);
        case CodeLanguage::python:
        case CodeLanguage::ruby:
        case CodeLanguage::shell: return line_declarations(tokens);
        default: return keyword_declarations(tokens);
    }
}

bool is_minified(std::string_view source) {
    constexpr std::size_t shortest = 2000;
    constexpr std::size_t longest_average = 400;
    if (source.size() < shortest) return false;
    const auto lines = static_cast<std::size_t>(std::ranges::count(source, '\n')) + 1;
    return source.size() / lines > longest_average;
}

// A word of whoever made it, in the comment at its top.
bool is_generated(std::string_view source) {
    const std::string_view top = source.substr(0, 1000);
    if (top.find("@generated") != std::string_view::npos) return true;
    const bool says_so =
        top.find("DO NOT EDIT") != std::string_view::npos || top.find("Do not edit") != std::string_view::npos;
    return says_so &&
           (top.find("enerated") != std::string_view::npos || top.find("GENERATED") != std::string_view::npos);
}

}  // namespace

namespace {

// Where each line of a text begins.
std::vector<std::size_t> line_starts(std::string_view source) {
    std::vector<std::size_t> starts{0};
    for (std::size_t end = source.find('\n'); end != std::string_view::npos; end = source.find('\n', end + 1)) {
        starts.push_back(end + 1);
    }
    return starts;
}

// What is indented ends with its last line that holds something; the comment before the next one is not its own.
void end_with_content(std::string_view source, std::vector<CodeSymbol>& symbols) {
    const std::vector<std::size_t> starts = line_starts(source);
    for (CodeSymbol& symbol : symbols) {
        while (symbol.end_line > symbol.line) {
            const auto line = static_cast<std::size_t>(symbol.end_line - 1);
            const std::size_t begin = line < starts.size() ? starts[line] : source.size();
            const std::size_t end = line + 1 < starts.size() ? starts[line + 1] : source.size();
            const std::string_view text = trimmed(source.substr(begin, end - begin));
            if (!text.empty() && text.front() != '#') break;
            --symbol.end_line;
        }
    }
}

}  // namespace

CodeFile extract_code(const SourceKind& kind, std::string_view source) {
    const CodeTokens tokens = read_tokens(kind, source);
    const std::vector<Declared> declared = declarations_of(tokens);
    CodeFile code;
    code.language = kind.language;
    code.lines = std::ranges::count(source, '\n') + (!source.empty() && source.back() != '\n' ? 1 : 0);
    code.comments = read_comments(tokens, declared);
    code.imports = read_imports(tokens);
    code.symbols.reserve(declared.size());
    for (const Declared& each : declared) {
        code.symbols.push_back(each.symbol);
        code.symbols.back().end_line = std::max<std::int64_t>(each.end_line, each.symbol.line);
    }
    if (kind.language == CodeLanguage::python) end_with_content(source, code.symbols);
    return code;
}

std::string_view reason_to_skip(std::string_view path, std::string_view source) {
    if (source.substr(0, 8000).find('\0') != std::string_view::npos) return "binary";
    if (path.find(".min.") != std::string_view::npos || is_minified(source)) return "minified";
    if (is_generated(source)) return "generated";
    return "";
}

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

bool is_tag_letter(char c) {
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
        next == '.' && place + word.size() + 1 < line.size() && is_tag_letter(line[place + word.size() + 1]);
    const bool stands_alone = !is_tag_letter(next) && !is_file;
    const bool is_tag = before.ends_with('@');
    // A bare XXX or BUG opens too many sentences that are none.
    const bool may_be_bare = word != "BUG" && word != "XXX";
    return is_first && stands_alone && (is_tag || (is_capital && may_be_bare));
}

// Where the first marker of the line begins.
std::optional<std::pair<std::size_t, CodeCommentKind>> marker_in(std::string_view line) {
    for (std::size_t place = 0; place < line.size(); ++place) {
        const bool begins_word = is_tag_letter(line[place]) && (place == 0 || !is_tag_letter(line[place - 1]));
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

namespace {

constexpr std::size_t most_imports = 1000;
constexpr std::size_t longest_import = 200;

class ImportReader {
public:
    explicit ImportReader(const CodeTokens& tokens) : tokens_(tokens), language_(tokens.kind.language) {}

    std::vector<CodeImport> run() {
        for (std::size_t i = 0; i < tokens_.size() && imports_.size() < most_imports; ++i) {
            switch (language_) {
                case CodeLanguage::c:
                case CodeLanguage::cpp: read_include(tokens_[i]); break;
                case CodeLanguage::javascript:
                case CodeLanguage::typescript: read_script(i); break;
                case CodeLanguage::python: read_python(i); break;
                case CodeLanguage::go: read_go(i); break;
                case CodeLanguage::rust: read_rust(i); break;
                case CodeLanguage::ruby:
                case CodeLanguage::php: read_call(i); break;
                case CodeLanguage::shell: read_source(i); break;
                default: read_statement(i); break;
            }
        }
        return std::move(imports_);
    }

private:
    bool begins(std::size_t i, std::string_view word) const {
        return tokens_[i].is_first_on_line && tokens_.is(i, word);
    }
    bool is_string(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == TokenKind::string; }
    std::string_view inner(std::size_t i) const {
        const std::string_view text = tokens_[i].text;
        return text.size() < 2 ? text : text.substr(1, text.size() - 2);
    }
    void add(int line, std::string_view given) {
        if (!given.empty() && given.size() <= longest_import) imports_.push_back({line, repair_utf8(given)});
    }
    // Up to `;` or the end of the line, outside of brackets.
    std::size_t end_of_line(std::size_t from) const {
        std::size_t i = from;
        while (i < tokens_.size() && !tokens_.is(i, ";") && (i == from || !tokens_[i].is_first_on_line)) {
            i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1;
        }
        return std::min(i, tokens_.size());
    }

    void read_include(const Token& token) {
        if (token.kind != TokenKind::directive) return;
        std::string_view text = token.text;
        const std::size_t word = text.find("include");
        if (word == std::string_view::npos || text.find_first_not_of("# \t") != word) return;
        const std::size_t begin = text.find_first_of("<\"", word);
        if (begin == std::string_view::npos) return;
        const std::size_t end = text.find(text[begin] == '<' ? '>' : '"', begin + 1);
        if (end != std::string_view::npos) add(token.line, text.substr(begin, end - begin + 1));
    }

    void read_script(std::size_t i) {
        const bool is_member = i > 0 && tokens_.is(i - 1, ".");
        if (is_member) return;
        const bool is_call =
            (tokens_.is(i, "require") || tokens_.is(i, "import")) && tokens_.is(i + 1, "(") && is_string(i + 2);
        if (is_call && tokens_[i + 2].text.front() != '`') return add(tokens_[i].line, inner(i + 2));
        if (!tokens_.is(i, "import") && !tokens_.is(i, "export")) return;
        if (tokens_.is(i, "import") && is_string(i + 1)) return add(tokens_[i].line, inner(i + 1));
        // import a, { b } from "x"; export * from "x"
        for (std::size_t next = i + 1; next < tokens_.size() && next < i + 12;
             next = is_opening(tokens_[next]) ? tokens_.behind(next) : next + 1) {
            if (tokens_.is(next, "from") && is_string(next + 1)) return add(tokens_[i].line, inner(next + 1));
            const bool may_be_part =
                tokens_.is_word(next) || tokens_.is(next, "*") || tokens_.is(next, ",") || tokens_.is(next, "{");
            if (!may_be_part) return;
        }
    }

    // `from a import b` is kept as "a import b": b may be a module in a.
    void read_python(std::size_t i) {
        if (begins(i, "from")) {
            const std::size_t end = end_of_line(i);
            std::size_t word = i;
            while (word < end && !tokens_.is(word, "import")) ++word;
            if (word == end) return;
            std::string names;
            for (std::size_t each = word + 1; each < end; ++each) {
                const bool is_name = tokens_.is_word(each) && !tokens_.is(each, "as") && !tokens_.is(each - 1, "as");
                if (!is_name && !tokens_.is(each, "*")) continue;
                names += (names.empty() ? "" : ", ") + std::string(tokens_[each].text);
            }
            const std::string from = line_of(tokens_, i + 1, word);
            return add(tokens_[i].line, first_characters(from + " import " + names, longest_import));
        }
        if (!begins(i, "import")) return;
        const std::size_t end = end_of_line(i);
        for (std::size_t begin = i + 1; begin < end;) {
            std::size_t stop = begin;
            while (stop < end && !tokens_.is(stop, ",") && !tokens_.is(stop, "as")) ++stop;
            add(tokens_[i].line, line_of(tokens_, begin, stop));
            while (stop < end && !tokens_.is(stop, ",")) ++stop;
            begin = stop + 1;
        }
    }

    void read_go(std::size_t i) {
        if (!begins(i, "import")) return;
        const std::size_t end = tokens_.is(i + 1, "(") ? tokens_.partner[i + 1] : end_of_line(i);
        for (std::size_t each = i + 1; each < end; ++each) {
            if (is_string(each)) add(tokens_[each].line, inner(each));
        }
    }

    void read_rust(std::size_t i) {
        const bool is_statement =
            tokens_[i].is_first_on_line || (i > 0 && (tokens_.is(i - 1, "pub") || tokens_.is(i - 1, ")")));
        if (!is_statement) return;
        const bool is_module = tokens_.is(i, "mod") && tokens_.is_word(i + 1) && tokens_.is(i + 2, ";");
        if (is_module) return add(tokens_[i].line, "mod " + std::string(tokens_[i + 1].text));
        if (!tokens_.is(i, "use")) return;
        std::size_t end = i + 1;
        while (end < tokens_.size() && !tokens_.is(end, ";")) ++end;
        add(tokens_[i].line, first_characters(line_of(tokens_, i + 1, end), longest_import));
    }

    // require "x", require_relative 'x', require __DIR__ . '/x.php', use A\B;
    void read_call(std::size_t i) {
        const bool is_php = language_ == CodeLanguage::php;
        if (is_php && begins(i, "use")) return add(tokens_[i].line, line_of(tokens_, i + 1, end_of_line(i)));
        const bool is_relative = tokens_.is(i, "require_relative");
        const bool is_call =
            is_relative || tokens_.is(i, "require") || (!is_php && tokens_.is(i, "load")) ||
            (is_php && (tokens_.is(i, "require_once") || tokens_.is(i, "include") || tokens_.is(i, "include_once")));
        if (!is_call || (i > 0 && tokens_.is(i - 1, "."))) return;
        const std::size_t end = std::min(end_of_line(i), i + 8);
        for (std::size_t each = i + 1; each < end; ++each) {
            if (!is_string(each)) continue;
            std::string given(inner(each));
            if (given.starts_with('/') && is_php) given.insert(0, ".");
            if (is_relative && !given.starts_with('.')) given.insert(0, "./");
            return add(tokens_[i].line, given);
        }
    }

    void read_source(std::size_t i) {
        if (!begins(i, "source") && !begins(i, ".")) return;
        const std::size_t end = end_of_line(i);
        if (i + 1 >= end) return;
        if (is_string(i + 1)) return add(tokens_[i].line, inner(i + 1));
        // A path is many tokens; what belongs together has no blank between.
        std::size_t stop = i + 2;
        while (stop < end && tokens_[stop].text.data() == tokens_[stop - 1].text.data() + tokens_[stop - 1].text.size())
            ++stop;
        add(tokens_[i].line, line_of(tokens_, i + 1, stop));
    }

    // Java, C#, Kotlin, Swift
    void read_statement(std::size_t i) {
        const bool is_using = language_ == CodeLanguage::csharp &&
                              (begins(i, "using") || (begins(i, "global") && tokens_.is(i + 1, "using")));
        if (!is_using && (!begins(i, "import") || language_ == CodeLanguage::csharp)) return;
        std::size_t begin = i + 1;
        while (tokens_.is(begin, "static") || tokens_.is(begin, "using")) ++begin;
        std::size_t end = end_of_line(i);
        if (is_using && (!tokens_.is(end, ";") || tokens_.is(begin, "(") || tokens_.is(begin, "var"))) return;
        for (std::size_t each = begin; each < end; ++each) {
            if (tokens_.is(each, "=")) begin = each + 1;
            if (tokens_.is(each, "as")) end = each;
        }
        add(tokens_[i].line, line_of(tokens_, begin, end));
    }

    const CodeTokens& tokens_;
    CodeLanguage language_;
    std::vector<CodeImport> imports_;
};

}  // namespace

std::vector<CodeImport> read_imports(const CodeTokens& tokens) {
    return ImportReader(tokens).run();
}

}  // namespace hm
