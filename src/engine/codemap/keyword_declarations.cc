// JavaScript, TypeScript, Go, Rust, Kotlin, Swift and PHP: a word says what is declared, and its name follows. What the
// word opens is read on where it holds further declarations, and passed over where it is a body.
#include <algorithm>

#include "engine/codemap/code_tokens.h"
#include "engine/codemap/declarations.h"

namespace hm {
namespace {

struct KeywordScope {
    std::size_t end = 0;
    std::string name;
    bool is_type = false;
    bool is_exported = true;
};

struct Head {
    std::size_t begin = 0;
    std::size_t keyword = 0;  // behind modifiers
    bool is_exported = false;
    bool is_private = false;
    bool is_default = false;
};

class KeywordReader {
public:
    explicit KeywordReader(const CodeTokens& tokens) : tokens_(tokens), language_(tokens.kind.language) {}

    std::vector<Declared> run() {
        scopes_.push_back({tokens_.size(), {}, false, true});
        while (place_ < tokens_.size()) {
            while (scopes_.size() > 1 && place_ >= scopes_.back().end) scopes_.pop_back();
            const std::size_t before = place_;
            read_statement();
            if (place_ <= before) place_ = before + 1;
        }
        if (is_script()) mark_named_exports(tokens_, declared_);
        return std::move(declared_);
    }

private:
    bool is_script() const { return language_ == CodeLanguage::javascript || language_ == CodeLanguage::typescript; }
    const KeywordScope& scope() const { return scopes_.back(); }

    Head read_head() const {
        Head head{place_, place_};
        std::size_t i = place_;
        while (i < scope().end) {
            const Token& token = tokens_[i];
            if (token.is("@") && tokens_.is_word(i + 1)) {
                i += 2;
                while (tokens_.is(i, ".") || tokens_.is(i, ":")) i += 2;
                if (tokens_.is(i, "(") && !tokens_[i].is_first_on_line) i = tokens_.behind(i);
                head.begin = i;
                continue;
            }
            if (token.is("#") && (tokens_.is(i + 1, "[") || (tokens_.is(i + 1, "!") && tokens_.is(i + 2, "[")))) {
                i = tokens_.behind(tokens_.is(i + 1, "[") ? i + 1 : i + 2);
                head.begin = i;
                continue;
            }
            if (token.kind != TokenKind::word || !is_modifier(token.text)) break;
            if (language_ == CodeLanguage::rust && token.is("static")) break;
            // A member may bear such a name: `static = 1`, `data() {`.
            const bool is_name = tokens_.is(i + 1, "(") || tokens_.is(i + 1, "=") || tokens_.is(i + 1, ":") ||
                                 tokens_.is(i + 1, ";") || tokens_.is(i + 1, ",") || tokens_.is(i + 1, ".");
            if (is_name && !token.is("pub") && !token.is("private")) break;
            head.is_exported |=
                token.is("export") || token.is("declare") || token.is("pub") || token.is("public") || token.is("open");
            head.is_private |= token.is("private") || token.is("fileprivate") || token.is("protected");
            head.is_default |= token.is("default");
            ++i;
            const bool has_reach =
                (token.is("pub") || token.is("private") || token.is("fileprivate")) && tokens_.is(i, "(");
            if (has_reach) i = tokens_.behind(i);
            if (token.is("extern") && i < tokens_.size() && tokens_[i].kind == TokenKind::string) ++i;
        }
        head.keyword = i;
        return head;
    }

    void read_statement() {
        if (is_closing(tokens_[place_]) || tokens_.is(place_, ";")) {
            ++place_;
            return;
        }
        const Head head = read_head();
        if (head.keyword >= scope().end) {
            place_ = scope().end;
            return;
        }
        const Token& token = tokens_[head.keyword];
        if (language_ == CodeLanguage::rust && token.is("impl")) return read_impl(head);
        // const fn, const enum: the second word says what it is.
        std::size_t at = head.keyword;
        if (token.is("const") && tokens_.is_word(at + 1) && find_word(tokens_[at + 1].text)) ++at;
        if (token.is("enum") && tokens_.is(at + 1, "class")) ++at;
        if (token.is("fun") && tokens_.is(at + 1, "interface")) ++at;
        const Keyword* word = tokens_.is_word(at) ? find_word(tokens_[at].text) : nullptr;
        // Such words are names too: `type = 3`, `module.exports`, `init: 4`.
        const bool is_used_as_name =
            word != nullptr && (tokens_.is(at + 1, "=") || tokens_.is(at + 1, ".") || tokens_.is(at + 1, ":") ||
                                tokens_.is(at + 1, ",") || tokens_.is(at + 1, ")"));
        const bool may_stand_before_parenthesis =
            token.is("function") || language_ == CodeLanguage::go || token.is("init");
        const bool is_call = word != nullptr && tokens_.is(at + 1, "(") && !may_stand_before_parenthesis;
        if (word != nullptr && !is_used_as_name && !is_call) return read_declaration(head, at, *word);
        if (is_script() && scope().is_type) return read_member(head);
        const bool is_only_name = tokens_.is_word(head.keyword) && end_of_statement(head.keyword) <= head.keyword + 2;
        if (is_script() && head.is_default && !is_only_name)
            declare(head, head.keyword, "default", SymbolKind::variable, end_of_statement(head.keyword));
        if (is_script() && read_common_js_export(head)) return;
        if (is_script() && read_assigned_function(head)) return;
        // What is declared only when it is not there yet: if (!function_exists('f')) { function f() … }
        const bool is_condition = language_ == CodeLanguage::php && token.is("if") && tokens_.is(head.keyword + 1, "(");
        if (is_condition && tokens_.is(tokens_.behind(head.keyword + 1), "{")) {
            place_ = tokens_.behind(head.keyword + 1) + 1;
            return;
        }
        place_ = end_of_statement(head.keyword);
    }

    const Keyword* find_word(std::string_view word) const {
        const auto words = declaring_words(language_);
        const auto found = std::ranges::find(words, word, &Keyword::word);
        return found == words.end() ? nullptr : &*found;
    }

    std::size_t end_of_statement(std::size_t from) const { return hm::end_of_statement(tokens_, from, scope().end); }
    std::size_t find_body(std::size_t from) const { return hm::body_of_statement(tokens_, from, scope().end); }

    void read_declaration(const Head& head, std::size_t at, const Keyword& word) {
        const std::size_t first = at + 1;
        if (tokens_.is(first, "(") && language_ == CodeLanguage::go && word.word != "func")
            return read_group(head, first, word);
        const bool is_value =
            word.kind == SymbolKind::constant || word.kind == SymbolKind::variable || word.kind == SymbolKind::type;
        if (is_value && !(language_ == CodeLanguage::go && word.word == "type")) return read_value(head, first, word);
        std::size_t name = first;
        SymbolKind kind = word.kind;
        std::string within;
        if (tokens_.is(name, "*")) ++name;                                 // function*
        if (tokens_.is(name, "!")) ++name;                                 // macro_rules!
        if (tokens_.is(name, "&")) ++name;                                 // function &name
        if (tokens_.is(name, "<") && language_ == CodeLanguage::kotlin) {  // fun <T> name
            while (name < scope().end && !tokens_.is(name, ">")) ++name;
            ++name;
        }
        if (language_ == CodeLanguage::go && tokens_.is(name, "(")) {  // func (r *Receiver) name
            const std::size_t end = tokens_.partner[name];
            for (std::size_t i = name; i < end && !tokens_.is(i, "["); ++i) {
                if (tokens_.is_word(i)) within = tokens_[i].text;
            }
            kind = SymbolKind::method;
            name = end + 1;
        }
        if (language_ == CodeLanguage::kotlin) name = behind_receiver(name);
        if (word.word == "init") name = at;
        if (language_ == CodeLanguage::go && word.word == "type") kind = go_type(name);
        const std::size_t body = find_body(name);
        const std::size_t end = body < tokens_.size() ? body : end_of_statement(name);
        std::string called = word.word == "namespace" ? whole_namespace(name) : name_at(name);
        if (called.empty() && head.is_default) called = "default";
        const bool is_extension = word.word == "extension";
        if (!called.empty() && !is_extension)
            declare(head, std::min(name, tokens_.size() - 1), called, kind, end, within);
        enter(word, body, end, called, head);
        if (language_ == CodeLanguage::go && kind == SymbolKind::interface) declare_asked(body, called);
    }

    // The methods that an interface of Go asks for.
    void declare_asked(std::size_t body, const std::string& around) {
        if (body >= tokens_.size()) return;
        const std::size_t end = tokens_.partner[body];
        for (std::size_t i = body + 1; i < end; i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1) {
            const bool begins = tokens_[i].is_first_on_line || tokens_.is(i - 1, "{") || tokens_.is(i - 1, ";");
            if (!begins || !tokens_.is_word(i) || !tokens_.is(i + 1, "(")) continue;
            std::size_t stop = tokens_.behind(i + 1);
            while (stop < end && !tokens_[stop].is_first_on_line && !tokens_.is(stop, ";")) {
                stop = is_opening(tokens_[stop]) ? tokens_.behind(stop) : stop + 1;
            }
            declare({i, i}, i, std::string(tokens_[i].text), SymbolKind::method, stop, around);
        }
    }

    // A\B\C of PHP
    std::string whole_namespace(std::size_t name) const {
        std::size_t end = name;
        if (language_ == CodeLanguage::php) {
            while (end < scope().end && (tokens_.is_word(end) || tokens_.is(end, "\\"))) ++end;
        }
        return end > name + 1 ? line_of(tokens_, name, end) : name_at(name);
    }

    // fun String.name, fun List<T>.name
    std::size_t behind_receiver(std::size_t name) const {
        std::size_t i = name + 1;
        if (tokens_.is(i, "<")) {
            while (i < scope().end && !tokens_.is(i, ">")) ++i;
            ++i;
        }
        if (tokens_.is(i, "?")) ++i;
        return tokens_.is(i, ".") ? behind_receiver(i + 1) : name;
    }

    std::string name_at(std::size_t i) const {
        if (tokens_.is_word(i)) return std::string(tokens_[i].text);
        const bool is_quoted = i < tokens_.size() && tokens_[i].kind == TokenKind::string && tokens_[i].text.size() > 2;
        return is_quoted ? std::string(tokens_[i].text.substr(1, tokens_[i].text.size() - 2)) : std::string();
    }

    void enter(const Keyword& word, std::size_t body, std::size_t end, const std::string& called, const Head& head) {
        if (body >= tokens_.size()) {
            place_ = end;
            return;
        }
        if (!declared_.empty())
            declared_.back().end_line = std::max(declared_.back().end_line, tokens_[tokens_.partner[body]].line);
        if (word.body != Body::members) {
            place_ = tokens_.behind(body);
            if (is_script() && word.kind == SymbolKind::function) declare_nested(body, called);
            return;
        }
        const bool is_type = word.kind != SymbolKind::module || word.word == "extension";
        // In JavaScript it may be exported further down.
        const bool is_open = scope().is_exported && (is_script() || is_visible(head, called));
        scopes_.push_back({tokens_.partner[body], called.empty() ? scope().name : called, is_type, is_open});
        place_ = body + 1;
    }

    // Functions that a function declares for itself.
    void declare_nested(std::size_t body, const std::string& around) {
        const std::size_t end = tokens_.partner[body];
        for (std::size_t i = body + 1; i < end; ++i) {
            const bool begins = tokens_[i].is_first_on_line || tokens_.is(i - 1, "{") || tokens_.is(i - 1, ";") ||
                                tokens_.is(i - 1, "}");
            if (!begins || !tokens_.is(i, "function")) continue;
            const std::size_t name = tokens_.is(i + 1, "*") ? i + 2 : i + 1;
            if (!tokens_.is_word(name) || !tokens_.is(name + 1, "(")) continue;
            const std::size_t open = tokens_.behind(name + 1);
            declare({i, i, false, true}, name, std::string(tokens_[name].text), SymbolKind::function, open, around);
            if (tokens_.is(open, "{")) declared_.back().end_line = tokens_[tokens_.partner[open]].line;
        }
    }

    SymbolKind go_type(std::size_t name) const {
        std::size_t i = name + 1;
        if (tokens_.is(i, "[")) i = tokens_.behind(i);
        if (tokens_.is(i, "struct")) return SymbolKind::struct_type;
        return tokens_.is(i, "interface") ? SymbolKind::interface : SymbolKind::type;
    }

    // type ( … ), const ( … ), var ( … )
    void read_group(const Head& head, std::size_t open, const Keyword& word) {
        const std::size_t end = tokens_.partner[open];
        for (std::size_t i = open + 1; i < end;) {
            if (tokens_.is_word(i) && tokens_[i].is_first_on_line) {
                const SymbolKind kind = word.word == "type" ? go_type(i) : word.kind;
                std::size_t line_end = i;
                while (line_end < end && tokens_[line_end].line == tokens_[i].line && !tokens_.is(line_end, "=") &&
                       !tokens_.is(line_end, "{")) {
                    ++line_end;
                }
                Head own = head;
                own.begin = i;
                declare(own, i, std::string(tokens_[i].text), kind, line_end);
            }
            i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1;
        }
        place_ = end + 1;
    }

    // const a = 1, b = 2; a function in it is told as one.
    void read_value(const Head& head, std::size_t first, const Keyword& word) {
        std::size_t name = first;
        if (tokens_.is(name, "mut")) ++name;
        if (language_ == CodeLanguage::kotlin) {
            if (tokens_.is(name, "<")) {
                while (name < scope().end && !tokens_.is(name, ">")) ++name;
                ++name;
            }
            name = behind_receiver(name);
        }
        const std::size_t end = end_of_statement(name);
        place_ = end;
        if (is_opening(tokens_[std::min(name, tokens_.size() - 1)])) return read_pattern(head, name, word);
        while (name < end && tokens_.is_word(name)) {
            std::size_t stop = name + 1;
            while (stop < end && !tokens_.is(stop, "=") && !tokens_.is(stop, ",") && !tokens_.is(stop, ";") &&
                   !tokens_.is(stop, "{")) {
                stop = is_opening(tokens_[stop]) ? tokens_.behind(stop) : stop + 1;
            }
            const bool is_type = word.kind == SymbolKind::type;
            const auto arrow = is_script() && !is_type && tokens_.is(stop, "=")
                                   ? end_of_function_head(tokens_, stop + 1, end)
                                   : std::nullopt;
            const SymbolKind kind = arrow ? SymbolKind::function : word.kind;
            std::size_t last = arrow.value_or(is_type ? end : stop);
            if (is_type && tokens_.is(last - 1, ";")) --last;
            declare(head, name, std::string(tokens_[name].text), kind, last);
            declared_.back().end_line = tokens_[std::min(end, tokens_.size()) - 1].end_line;
            if (is_type || (language_ != CodeLanguage::go && !is_script())) return;
            while (stop < end && !tokens_.is(stop, ","))
                stop = is_opening(tokens_[stop]) ? tokens_.behind(stop) : stop + 1;
            name = stop + 1;
        }
    }

    // const { a, b: c } = …
    void read_pattern(const Head& head, std::size_t open, const Keyword& word) {
        const std::size_t end = tokens_.partner[open];
        // What comes from another module is no declaration of this one.
        if (!head.is_exported && (tokens_.is(end + 2, "require") || tokens_.is(end + 2, "await"))) return;
        for (std::size_t i = open + 1; i < end; ++i) {
            const bool is_name =
                tokens_.is_word(i) && (tokens_.is(i + 1, ",") || i + 1 == end || tokens_.is(i + 1, "="));
            if (is_name) declare(head, i, std::string(tokens_[i].text), word.kind, end + 1);
            if (tokens_.is(i, "=")) {
                while (i < end && !tokens_.is(i, ",")) i = is_opening(tokens_[i]) ? tokens_.behind(i) : i + 1;
            }
        }
    }

    // impl<T> Trait for Type { … }
    void read_impl(const Head& head) {
        const std::size_t body = find_body(head.keyword + 1);
        if (body >= tokens_.size()) {
            place_ = end_of_statement(head.keyword);
            return;
        }
        std::string name;
        bool is_for_trait = false;
        int angles = 0;
        for (std::size_t i = head.keyword + 1; i < body && !tokens_.is(i, "where"); ++i) {
            angles += tokens_.is(i, "<") ? 1 : tokens_.is(i, ">") ? -1 : 0;
            if (angles > 0) continue;
            if (tokens_.is(i, "for")) {
                is_for_trait = true;
            } else if (tokens_.is_word(i)) {
                name = tokens_[i].text;
            }
        }
        // What a trait asks for is for whoever knows the trait; it is not told as the type's own.
        scopes_.push_back({tokens_.partner[body], name, true, !is_for_trait});
        place_ = body + 1;
    }

    // A method or a property of a class of JavaScript.
    void read_member(const Head& head) {
        std::size_t name = head.keyword;
        const bool is_accessor = (tokens_.is(name, "get") || tokens_.is(name, "set")) && tokens_.is_word(name + 1);
        if (is_accessor) ++name;
        if (tokens_.is(name, "*")) ++name;
        const bool is_private = tokens_.is(name, "#");
        if (is_private) ++name;
        if (tokens_.is(name, "{")) {  // static { … }
            place_ = tokens_.behind(name);
            return;
        }
        std::size_t i = name + 1;
        if (tokens_.is(name, "[")) i = tokens_.behind(name);
        if (tokens_.is(i, "?") || tokens_.is(i, "!")) ++i;
        if (tokens_.is(i, "<")) {
            while (i < scope().end && !tokens_.is(i, "(")) ++i;
        }
        Head own = head;
        own.is_private |= is_private;
        const std::size_t end = end_of_statement(name);
        if (!tokens_.is_word(name) || !tokens_.is(i, "(")) {
            const auto arrow =
                tokens_.is_word(name) && tokens_.is(i, "=") ? end_of_function_head(tokens_, i + 1, end) : std::nullopt;
            if (arrow) declare(own, name, std::string(tokens_[name].text), SymbolKind::method, *arrow);
            place_ = end;
            return;
        }
        const std::size_t body = find_body(i);
        const std::size_t stop = body < tokens_.size() ? body : end;
        declare(own, name, std::string(tokens_[name].text), SymbolKind::method, stop);
        if (body < tokens_.size()) declared_.back().end_line = tokens_[tokens_.partner[body]].line;
        place_ = body < tokens_.size() ? tokens_.behind(body) : end;
    }

    // app.use = function …, Thing.prototype.act = (a) => …
    bool read_assigned_function(const Head& head) {
        std::size_t i = head.keyword;
        if (!tokens_.is_word(i) || !tokens_.is(i + 1, ".")) return false;
        std::string within;
        while (tokens_.is_word(i) && tokens_.is(i + 1, ".") && tokens_.is_word(i + 2)) {
            if (!tokens_.is(i, "prototype")) within = tokens_[i].text;
            i += 2;
        }
        if (!tokens_.is(i + 1, "=")) return false;
        const std::size_t end = end_of_statement(head.keyword);
        const auto function = end_of_function_head(tokens_, i + 2, end);
        if (!function) return false;
        declare(head, i, std::string(tokens_[i].text), SymbolKind::method, *function, within);
        declared_.back().end_line = tokens_[std::min(end, tokens_.size()) - 1].end_line;
        place_ = end;
        const std::string called(tokens_[i].text);
        if (tokens_.is(*function, "{")) declare_nested(*function, called);
        return true;
    }

    // exports.name = …; what module.exports names is declared elsewhere.
    bool read_common_js_export(const Head& head) {
        std::size_t i = head.keyword;
        if (tokens_.is(i, "module") && tokens_.is(i + 1, ".")) i += 2;
        if (!tokens_.is(i, "exports")) return false;
        const std::size_t end = end_of_statement(i);
        place_ = end;
        if (!tokens_.is(i + 1, ".") || !tokens_.is_word(i + 2) || !tokens_.is(i + 3, "=")) return true;
        const auto function = end_of_function_head(tokens_, i + 4, end);
        Head own = head;
        own.is_exported = true;
        declare(own, i + 2, std::string(tokens_[i + 2].text), function ? SymbolKind::function : SymbolKind::variable,
                function.value_or(i + 3));
        return true;
    }

    bool is_visible(const Head& head, const std::string& name) const {
        if (head.is_private) return false;
        switch (language_) {
            case CodeLanguage::go: return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
            case CodeLanguage::kotlin:
            case CodeLanguage::php: return true;
            case CodeLanguage::swift: return true;
            case CodeLanguage::rust: return head.is_exported;
            default: return head.is_exported || scope().is_type;
        }
    }

    void declare(const Head& head, std::size_t name, std::string called, SymbolKind kind, std::size_t end,
                 std::string within = {}) {
        if (declared_.size() >= 5000 || name >= tokens_.size()) return;
        if (scope().is_type && kind == SymbolKind::function) kind = SymbolKind::method;
        const bool is_exported = scope().is_exported && is_visible(head, called);
        if (within.empty()) within = scope().name;
        end = std::min(end, tokens_.size());
        while (end > name + 1 && (tokens_.is(end - 1, ";") || tokens_.is(end - 1, "=>"))) --end;
        declared_.push_back({{tokens_[name].line, std::move(called), kind, line_of(tokens_, head.begin, end),
                              std::move(within), is_exported},
                             tokens_[end > 0 ? end - 1 : 0].end_line});
    }

    const CodeTokens& tokens_;
    CodeLanguage language_;
    std::size_t place_ = 0;
    std::vector<KeywordScope> scopes_;
    std::vector<Declared> declared_;
};

}  // namespace

std::vector<Declared> keyword_declarations(const CodeTokens& tokens) {
    return KeywordReader(tokens).run();
}

}  // namespace hm
