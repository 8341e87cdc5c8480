// Python, Ruby and shell: a declaration begins a line, and what belongs to it is found by how far lines are indented.
#include "engine/codemap/declarations.h"

#include <algorithm>
#include <array>
#include <set>

#include "engine/codemap/code_tokens.h"

namespace hm {
namespace {

constexpr std::array<Keyword, 11> script_words{{
    {"function", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::members},
    {"enum", SymbolKind::enum_type, Body::opaque},
    {"type", SymbolKind::type},
    {"namespace", SymbolKind::module, Body::members},
    {"module", SymbolKind::module, Body::members},
    {"global", SymbolKind::module, Body::members},
    {"const", SymbolKind::constant},
    {"let", SymbolKind::variable},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 4> go_words{{
    {"func", SymbolKind::function, Body::opaque},
    {"type", SymbolKind::type, Body::opaque},
    {"const", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 10> rust_words{{
    {"fn", SymbolKind::function, Body::opaque},
    {"struct", SymbolKind::struct_type, Body::opaque},
    {"enum", SymbolKind::enum_type, Body::opaque},
    {"union", SymbolKind::union_type, Body::opaque},
    {"trait", SymbolKind::trait, Body::members},
    {"mod", SymbolKind::module, Body::members},
    {"type", SymbolKind::type},
    {"const", SymbolKind::constant},
    {"static", SymbolKind::variable},
    {"macro_rules", SymbolKind::macro, Body::opaque},
}};
constexpr std::array<Keyword, 7> kotlin_words{{
    {"fun", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::members},
    {"object", SymbolKind::class_type, Body::members},
    {"typealias", SymbolKind::type},
    {"val", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 11> swift_words{{
    {"func", SymbolKind::function, Body::opaque},
    {"init", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"actor", SymbolKind::class_type, Body::members},
    {"struct", SymbolKind::struct_type, Body::members},
    {"enum", SymbolKind::enum_type, Body::members},
    {"protocol", SymbolKind::interface, Body::members},
    {"extension", SymbolKind::module, Body::members},
    {"typealias", SymbolKind::type},
    {"let", SymbolKind::constant},
    {"var", SymbolKind::variable},
}};
constexpr std::array<Keyword, 7> php_words{{
    {"function", SymbolKind::function, Body::opaque},
    {"class", SymbolKind::class_type, Body::members},
    {"interface", SymbolKind::interface, Body::members},
    {"trait", SymbolKind::trait, Body::members},
    {"enum", SymbolKind::enum_type, Body::members},
    {"namespace", SymbolKind::module, Body::members},
    {"const", SymbolKind::constant},
}};

}  // namespace

std::span<const Keyword> declaring_words(CodeLanguage language) {
    switch (language) {
        case CodeLanguage::go: return go_words;
        case CodeLanguage::rust: return rust_words;
        case CodeLanguage::kotlin: return kotlin_words;
        case CodeLanguage::swift: return swift_words;
        case CodeLanguage::php: return php_words;
        default: return script_words;
    }
}

bool is_modifier(std::string_view word) {
    constexpr std::array<std::string_view, 42> words{
        "export",     "default",     "declare",     "abstract", "async",    "public",  "private",
        "protected",  "static",      "readonly",    "override", "accessor", "pub",     "unsafe",
        "extern",     "crate",       "open",        "internal", "data",     "sealed",  "inline",
        "suspend",    "operator",    "infix",       "final",    "lateinit", "tailrec", "external",
        "annotation", "mutating",    "fileprivate", "lazy",     "weak",     "dynamic", "companion",
        "indirect",   "convenience", "required",    "expect",   "actual",   "inner",   "value"};
    return std::ranges::find(words, word) != words.end();
}

bool goes_on_with(std::string_view word) {
    constexpr std::array<std::string_view, 11> words{"extends", "implements", "where", "with", "as",        "from",
                                                     "of",      "in",         "is",    "by",   "instanceof"};
    return std::ranges::find(words, word) != words.end();
}

std::optional<SymbolKind> type_word(std::string_view word) {
    if (word == "class" || word == "record") return SymbolKind::class_type;
    if (word == "struct") return SymbolKind::struct_type;
    if (word == "union") return SymbolKind::union_type;
    if (word == "enum") return SymbolKind::enum_type;
    if (word == "interface") return SymbolKind::interface;
    return std::nullopt;
}

bool is_type_modifier(std::string_view word) {
    constexpr std::array<std::string_view, 33> words{
        "public",    "private",      "protected", "internal",  "static",      "final",    "abstract",
        "virtual",   "override",     "sealed",    "async",     "unsafe",      "extern",   "inline",
        "constexpr", "consteval",    "constinit", "explicit",  "friend",      "readonly", "partial",
        "volatile",  "synchronized", "native",    "default",   "strictfp",    "export",   "transient",
        "mutable",   "required",     "register",  "_Noreturn", "thread_local"};
    return std::ranges::find(words, word) != words.end();
}

bool is_no_name(std::string_view word) {
    constexpr std::array<std::string_view, 20> words{
        "if",   "while", "for",  "switch", "return",        "sizeof",   "catch",   "new",      "delete",   "throw",
        "else", "do",    "case", "using",  "static_assert", "decltype", "alignas", "requires", "noexcept", "typeof"};
    return std::ranges::find(words, word) != words.end();
}

namespace {

class LineReader {
public:
    explicit LineReader(const CodeTokens& tokens) : tokens_(tokens), language_(tokens.kind.language) {}

    std::vector<Declared> run() {
        for (std::size_t i = 0; i < tokens_.size();) {
            const Token& token = tokens_[i];
            if (token.is_first_on_line) close(token.column, token.line, token.is("end"));
            std::size_t next = i + 1;
            if (token.is_first_on_line) next = read_line(i);
            // What stands in brackets begins no statement.
            if (next == i + 1 && is_opening(token) && !token.is("{")) next = tokens_.behind(i);
            i = std::max(next, i + 1);
        }
        // A docstring may be all that the last one holds.
        int last = tokens_.size() == 0 ? 0 : tokens_.code.back().end_line;
        if (!tokens_.comments.empty()) last = std::max(last, tokens_.comments.back().end_line);
        close(-1, last + 1, false);
        if (language_ == CodeLanguage::python) keep_to_all();
        return std::move(declared_);
    }

private:
    struct Open {
        std::size_t which;
        int column;
        bool is_type;
    };

    void close(int column, int line, bool is_end_word) {
        while (!open_.empty() && column <= open_.back().column) {
            declared_[open_.back().which].end_line = is_end_word && column == open_.back().column ? line : line - 1;
            open_.pop_back();
        }
    }

    std::size_t read_line(std::size_t i) {
        if (language_ == CodeLanguage::python) return read_python(i);
        if (language_ == CodeLanguage::ruby) return read_ruby(i);
        return read_shell(i);
    }

    // Behind the token that ends the head: a colon outside of brackets, or the line.
    std::size_t end_of_head(std::size_t from, bool ends_with_colon) const {
        std::size_t i = from;
        while (i < tokens_.size()) {
            if (ends_with_colon && tokens_.is(i, ":")) return i;
            if (tokens_[i].is_first_on_line && i > from) return i;
            if (tokens_.is(i, ";")) return i;
            i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1;
        }
        return tokens_.size();
    }

    std::size_t read_python(std::size_t begin) {
        std::size_t i = begin;
        if (tokens_.is(i, "async")) ++i;
        const bool is_class = tokens_.is(i, "class");
        if ((is_class || tokens_.is(i, "def")) && tokens_.is_word(i + 1)) {
            const std::size_t end = end_of_head(i + 2, true);
            const SymbolKind kind = is_class       ? SymbolKind::class_type
                                    : is_in_type() ? SymbolKind::method
                                                   : SymbolKind::function;
            declare(begin, i + 1, kind, end, is_public(tokens_[i + 1].text));
            open_.push_back({declared_.size() - 1, tokens_[begin].column, is_class});
            return end + 1;
        }
        // A name at the outermost level.
        std::size_t stop = begin + 1;
        if (tokens_.is(stop, ":")) stop = end_of_value_type(stop);
        const bool is_value =
            tokens_[begin].column == 0 && tokens_.is_word(begin) && tokens_.is(stop, "=") && !tokens_.is(stop + 1, "=");
        if (!is_value) return begin + 1;
        const std::string_view name = tokens_[begin].text;
        if (name == "__all__") read_all(stop + 1);
        const bool is_constant = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
        if (!name.starts_with("__"))
            declare(begin, begin, is_constant ? SymbolKind::constant : SymbolKind::variable, stop, is_public(name));
        return begin + 1;
    }

    std::size_t end_of_value_type(std::size_t from) const {
        std::size_t i = from;
        while (i < tokens_.size() && tokens_[i].line == tokens_[from].line && !tokens_.is(i, "=")) {
            i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1;
        }
        return i;
    }

    void read_all(std::size_t open) {
        if (!tokens_.is(open, "[") && !tokens_.is(open, "(")) return;
        has_all_ = true;
        for (std::size_t i = open + 1; i < tokens_.partner[open]; ++i) {
            const std::string_view text = tokens_[i].text;
            if (tokens_[i].kind == TokenKind::string && text.size() > 2)
                all_.emplace_back(text.substr(1, text.size() - 2));
        }
    }

    // A module that says what it gives gives nothing else.
    void keep_to_all() {
        if (!has_all_) return;
        for (Declared& each : declared_) {
            if (each.symbol.within.empty())
                each.symbol.is_exported = std::ranges::find(all_, each.symbol.name) != all_.end();
        }
    }

    std::size_t read_ruby(std::size_t begin) {
        const Token& token = tokens_[begin];
        const bool is_module = token.is("module");
        const bool is_type = is_module || token.is("class");
        if (token.is("private") && end_of_head(begin, false) == begin + 1)
            private_from_ = static_cast<int>(open_.size());
        const bool is_constant = token.kind == TokenKind::word && token.text.front() >= 'A' &&
                                 token.text.front() <= 'Z' && tokens_.is(begin + 1, "=") &&
                                 !tokens_.is(begin + 2, "=") && (open_.empty() || is_in_type());
        if (is_constant) {
            declare(begin, begin, SymbolKind::constant, begin + 1, true);
            return begin + 2;
        }
        if (!is_type && !token.is("def")) return begin + 1;
        std::size_t name = begin + 1;
        if (token.is("def") && tokens_.is(name, "self") && tokens_.is(name + 1, ".")) name += 2;
        const bool is_operator =
            token.is("def") && name < tokens_.size() && tokens_[name].kind == TokenKind::punctuation;
        if (is_operator) return read_ruby_operator(begin, name);
        if (!tokens_.is_word(name)) return begin + 1;  // class << self
        while (tokens_.is(name + 1, "::") || (tokens_.is(name + 1, ".") && !is_type)) name += 2;
        if (!tokens_.is_word(name)) return begin + 1;
        const std::size_t end = end_of_head(name, false);
        const SymbolKind kind = is_module      ? SymbolKind::module
                                : is_type      ? SymbolKind::class_type
                                : is_in_type() ? SymbolKind::method
                                               : SymbolKind::function;
        const bool is_private = private_from_ >= 0 && private_from_ <= static_cast<int>(open_.size()) && !is_type;
        if (static_cast<int>(open_.size()) < private_from_) private_from_ = -1;
        declare(begin, name, kind, end, !is_private);
        const bool is_setter = token.is("def") && tokens_.is(name + 1, "=") && are_side_by_side(name) &&
                               (tokens_.is(name + 2, "(") || tokens_.is_word(name + 2));
        if (is_setter && (tokens_.is(name + 2, "(") && are_side_by_side(name + 1))) declared_.back().symbol.name += "=";
        const bool is_one_line = std::any_of(tokens_.code.begin() + static_cast<std::ptrdiff_t>(name),
                                             tokens_.code.begin() + static_cast<std::ptrdiff_t>(end),
                                             [](const Token& each) { return each.is("end"); });
        if (!is_one_line) open_.push_back({declared_.size() - 1, token.column, is_type});
        if (is_type) private_from_ = -1;
        return end;
    }

    bool are_side_by_side(std::size_t i) const {
        return i + 1 < tokens_.size() && tokens_[i].text.data() + tokens_[i].text.size() == tokens_[i + 1].text.data();
    }

    // def ==(other), def [](i), def +(other)
    std::size_t read_ruby_operator(std::size_t begin, std::size_t name) {
        std::size_t last = name;
        const bool is_index = tokens_.is(name, "[") && tokens_.is(name + 1, "]");
        if (is_index) {
            last = name + 1;
            if (tokens_.is(last + 1, "=") && are_side_by_side(last)) ++last;
        } else {
            while (are_side_by_side(last) && tokens_[last + 1].kind == TokenKind::punctuation &&
                   !tokens_.is(last + 1, "(") && !tokens_.is(last + 1, ";")) {
                ++last;
            }
        }
        const std::size_t end = end_of_head(last, false);
        declare(begin, name, is_in_type() ? SymbolKind::method : SymbolKind::function, end, true);
        declared_.back().symbol.name = line_of(tokens_, name, last + 1);
        const bool is_one_line = std::any_of(tokens_.code.begin() + static_cast<std::ptrdiff_t>(last),
                                             tokens_.code.begin() + static_cast<std::ptrdiff_t>(end),
                                             [](const Token& each) { return each.is("end") || each.is("="); });
        if (!is_one_line) open_.push_back({declared_.size() - 1, tokens_[begin].column, false});
        return end;
    }

    std::size_t read_shell(std::size_t begin) {
        std::size_t name = begin;
        const bool is_function = tokens_.is(name, "function");
        if (is_function) ++name;
        if (!tokens_.is_word(name)) return begin + 1;
        // A name may hold dashes: its parts stand side by side.
        std::size_t last = name;
        while (last + 2 < tokens_.size() &&
               (tokens_.is(last + 1, "-") || tokens_.is(last + 1, ".") || tokens_.is(last + 1, ":") ||
                tokens_.is(last + 1, "::")) &&
               tokens_[last + 1].text.data() == tokens_[last].text.data() + tokens_[last].text.size() &&
               tokens_.is_word(last + 2)) {
            last += 2;
        }
        const bool has_parentheses = tokens_.is(last + 1, "(") && tokens_.is(last + 2, ")");
        if (!has_parentheses && !is_function) return begin + 1;
        const std::size_t body = last + (has_parentheses ? 3 : 1);
        declare(begin, name, SymbolKind::function, body, tokens_[begin].column == 0);
        declared_.back().symbol.name = line_of(tokens_, name, last + 1);
        const bool has_body = tokens_.is(body, "{") || tokens_.is(body, "(");
        declared_.back().end_line = tokens_[has_body ? tokens_.partner[body] : body - 1].line;
        return has_body ? tokens_.behind(body) : body;
    }

    bool is_in_type() const { return !open_.empty() && open_.back().is_type; }

    bool is_public(std::string_view name) const {
        const bool is_special = name.starts_with("__") && name.ends_with("__");
        return is_special || !name.starts_with("_");
    }

    void declare(std::size_t begin, std::size_t name, SymbolKind kind, std::size_t end, bool is_exported) {
        std::string within;
        for (const Open& each : open_) {
            const CodeSymbol& around = declared_[each.which].symbol;
            within = around.name;
            // What a function declares is its own, and what a hidden class holds is hidden.
            if (!each.is_type || !around.is_exported) is_exported = false;
        }
        declared_.push_back({{tokens_[name].line, std::string(tokens_[name].text), kind, line_of(tokens_, begin, end),
                              within, is_exported},
                             tokens_[std::min(end, tokens_.size() - 1)].line});
    }

    const CodeTokens& tokens_;
    CodeLanguage language_;
    std::vector<Declared> declared_;
    std::vector<Open> open_;
    std::vector<std::string> all_;
    bool has_all_ = false;
    int private_from_ = -1;  // how many were open where `private` stood
};

}  // namespace

std::vector<Declared> line_declarations(const CodeTokens& tokens) {
    return LineReader(tokens).run();
}

// JavaScript: what it exports is named apart from where it is declared, and functions are values.

namespace {

// The first word of each part between commas: `a`, `b as c`, `d: e`.
void add_names(const CodeTokens& tokens, std::size_t open, std::vector<std::string>& names) {
    const std::size_t end = tokens.partner[open];
    for (std::size_t i = open + 1; i < end; ++i) {
        if (tokens.is_word(i)) names.emplace_back(tokens[i].text);
        while (i < end && !tokens.is(i, ",")) i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1;
    }
}

std::vector<std::string> names_exported(const CodeTokens& tokens) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (tokens.is(i, "module") && tokens.is(i + 1, ".") && tokens.is(i + 2, "exports") && tokens.is(i + 3, "=")) {
            if (tokens.is(i + 4, "{")) add_names(tokens, i + 4, names);
            if (tokens.is_word(i + 4)) names.emplace_back(tokens[i + 4].text);
        }
        if (!tokens.is(i, "export")) continue;
        std::size_t next = i + 1;
        if (tokens.is(next, "type")) ++next;
        if ((tokens.is(next, "default") || tokens.is(next, "=")) && tokens.is_word(next + 1)) {
            names.emplace_back(tokens[next + 1].text);
        }
        if (tokens.is(next, "{") && !tokens.is(tokens.behind(next), "from")) add_names(tokens, next, names);
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::optional<std::size_t> end_of_function_head(const CodeTokens& tokens, std::size_t from, std::size_t end) {
    std::size_t i = from;
    if (tokens.is(i, "async")) ++i;
    if (tokens.is(i, "function")) {
        while (i < end && !tokens.is(i, "(")) ++i;
        return i < end ? std::optional(tokens.behind(i)) : std::nullopt;
    }
    if (tokens.is(i, "<")) {
        while (i < end && !tokens.is(i, "(")) ++i;
    }
    if (tokens.is_word(i) && tokens.is(i + 1, "=>")) return i + 2;
    if (!tokens.is(i, "(")) return std::nullopt;
    const std::size_t first = tokens.behind(i);
    for (i = first; i < end; i = is_opening(tokens[i]) ? tokens.behind(i) : i + 1) {
        if (tokens.is(i, "=>")) return i + 1;
        if (tokens.is(i, ";") || tokens.is(i, "=")) return std::nullopt;
        if (i == first && !tokens.is(i, ":")) return std::nullopt;
    }
    return std::nullopt;
}

void mark_named_exports(const CodeTokens& tokens, std::vector<Declared>& declared) {
    const std::vector<std::string> names = names_exported(tokens);
    std::set<std::string_view> open_scopes;
    for (Declared& each : declared) {
        CodeSymbol& symbol = each.symbol;
        if (symbol.within.empty() && std::ranges::binary_search(names, symbol.name)) symbol.is_exported = true;
        if (!symbol.within.empty() && !open_scopes.contains(symbol.within)) symbol.is_exported = false;
        if (symbol.is_exported) open_scopes.insert(symbol.name);
    }
}

}  // namespace hm
