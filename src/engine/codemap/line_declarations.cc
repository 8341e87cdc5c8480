// Python, Ruby and shell: a declaration begins a line, and what belongs to it is found by how far lines are indented.
#include <algorithm>

#include "engine/codemap/code_tokens.h"

namespace hm {
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
        if (!is_type && !token.is("def")) return begin + 1;
        std::size_t name = begin + 1;
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
        const bool is_one_line = std::any_of(tokens_.code.begin() + static_cast<std::ptrdiff_t>(name),
                                             tokens_.code.begin() + static_cast<std::ptrdiff_t>(end),
                                             [](const Token& each) { return each.is("end"); });
        if (!is_one_line) open_.push_back({declared_.size() - 1, token.column, is_type});
        if (is_type) private_from_ = -1;
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
               (tokens_.is(last + 1, "-") || tokens_.is(last + 1, ".") || tokens_.is(last + 1, ":")) &&
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

}  // namespace hm
