// C, C++, Java and C#: a declaration is a type, a name and what follows; classes and namespaces hold further ones, and
// what stands in the braces of anything else is not looked at.
#include <algorithm>

#include "engine/codemap/code_tokens.h"
#include "engine/codemap/declarations.h"

namespace hm {
namespace {

struct Scope {
    std::size_t end = 0;  // of its tokens
    std::string name;
    bool is_type = false;
    bool is_hidden = false;  // nothing in it is for others
    bool members_are_public = true;
    bool is_interface = false;
};

// One statement up to what ends it.
struct Statement {
    std::size_t begin = 0;  // behind attributes and templates
    std::size_t name_begin = 0;
    std::size_t end = 0;  // at `{`, `;` or `}`
    bool is_static = false;
    bool is_private = false;
    bool is_public = false;
    bool is_typedef = false;
};

class TypedReader {
public:
    explicit TypedReader(const CodeTokens& tokens) : tokens_(tokens), language_(tokens.kind.language) {}

    std::vector<Declared> run() {
        scopes_.push_back({tokens_.size(), {}, false, false, true});
        while (place_ < tokens_.size()) {
            while (scopes_.size() > 1 && place_ >= scopes_.back().end) scopes_.pop_back();
            read_statement();
        }
        return std::move(declared_);
    }

private:
    bool is_cpp() const { return language_ == CodeLanguage::cpp || language_ == CodeLanguage::c; }
    Scope& scope() { return scopes_.back(); }

    void read_statement() {
        const Token& token = tokens_[place_];
        if (token.kind == TokenKind::directive) {
            if (auto macro = macro_of(token, tokens_.kind)) declared_.push_back({std::move(*macro), token.end_line});
            ++place_;
            return;
        }
        const bool is_nothing = token.is(";") || token.is("}") || token.is(",") || token.is(")") || token.is("]");
        if (is_nothing) {
            ++place_;
            return;
        }
        const bool is_access = is_cpp() && tokens_.is(place_ + 1, ":") &&
                               (token.is("public") || token.is("private") || token.is("protected"));
        if (is_access) {
            scope().members_are_public = token.is("public");
            place_ += 2;
            return;
        }
        if (const std::size_t next = behind_macro(); next > place_) {
            place_ = next;
            return;
        }
        Statement statement = opened();
        find_end(statement);
        place_ = std::max(statement.end, place_ + 1);
        if (statement.name_begin < statement.end) classify(statement);
    }

    // A use of a macro that stands in a line of its own, without a semicolon: NAME(…). Otherwise where we are.
    std::size_t behind_macro() const {
        const bool is_call = is_cpp() && tokens_.is_word(place_) && tokens_.is(place_ + 1, "(");
        if (!is_call || (scopes_.back().is_type && tokens_[place_].text == scopes_.back().name)) return place_;
        const std::size_t next = tokens_.behind(place_ + 1);
        const bool is_line = next < tokens_.size() && tokens_[next].is_first_on_line &&
                             (tokens_[next].kind == TokenKind::word || tokens_[next].kind == TokenKind::directive);
        return is_line ? next : place_;
    }

    // Passes over attributes, templates and modifiers.
    Statement opened() {
        Statement statement{place_, place_, place_};
        std::size_t i = place_;
        while (i < tokens_.size()) {
            const Token& token = tokens_[i];
            if (token.is("template") && tokens_.is(i + 1, "<")) {
                i = behind_angles(i + 1);
                continue;
            }
            if (token.is("[") && (tokens_.is(i + 1, "[") || language_ == CodeLanguage::csharp)) {
                i = tokens_.behind(i);
                statement.begin = i;
                continue;
            }
            if (token.is("@") && language_ == CodeLanguage::java && !tokens_.is(i + 1, "interface")) {
                i += 2;
                while (tokens_.is(i, ".")) i += 2;
                if (tokens_.is(i, "(")) i = tokens_.behind(i);
                statement.begin = i;
                continue;
            }
            const bool has_arguments = token.is("__attribute__") || token.is("alignas") || token.is("__declspec");
            if (has_arguments && tokens_.is(i + 1, "(")) {
                i = tokens_.behind(i + 1);
                continue;
            }
            if (token.is("typedef")) {
                statement.is_typedef = true;
            } else if (token.kind != TokenKind::word || !is_type_modifier(token.text)) {
                break;
            }
            statement.is_static |= token.is("static");
            statement.is_private |= token.is("private") || token.is("protected");
            statement.is_public |= token.is("public");
            ++i;
            if (token.is("extern") && i < tokens_.size() && tokens_[i].kind == TokenKind::string) ++i;
        }
        statement.name_begin = i;
        return statement;
    }

    std::size_t behind_angles(std::size_t opening) const {
        int depth = 0;
        for (std::size_t i = opening; i < tokens_.size(); ++i) {
            if (is_opening(tokens_[i])) {
                i = tokens_.partner[i];
                continue;
            }
            if (tokens_.is(i, "<")) ++depth;
            if (tokens_.is(i, ">") && --depth == 0) return i + 1;
            if (tokens_.is(i, ";") || tokens_.is(i, "{")) return i;
        }
        return tokens_.size();
    }

    // Braces that are a value, a member's first value or a type are part of the statement.
    void find_end(Statement& statement) const {
        bool has_value = false;
        bool begins_members = false;
        std::size_t i = statement.name_begin;
        for (; i < scopes_.back().end; ++i) {
            const Token& token = tokens_[i];
            if (token.kind == TokenKind::directive && i > statement.name_begin && tokens_[i - 1].is(")")) continue;
            if (token.is(";") || token.is("}")) break;
            if (token.is("=") && !tokens_.is(i - 1, "operator")) has_value = true;
            if (token.is(":") && i > 0 && tokens_[i - 1].is(")")) begins_members = true;
            if (token.is("{")) {
                const bool is_member =
                    begins_members && tokens_[i - 1].kind == TokenKind::word && !tokens_[i - 1].is("try");
                const bool is_members_template = begins_members && tokens_[i - 1].is(">");
                if (!has_value && !is_member && !is_members_template) break;
                i = tokens_.partner[i];
                continue;
            }
            if (token.is("(") || token.is("[")) i = tokens_.partner[i];
        }
        statement.end = std::min(i, tokens_.size());
    }

    bool ends_in_braces(const Statement& statement) const { return tokens_.is(statement.end, "{"); }
    void pass_braces(const Statement& statement) {
        if (ends_in_braces(statement)) place_ = tokens_.behind(statement.end);
    }
    int last_line(const Statement& statement) const {
        if (!ends_in_braces(statement)) return tokens_[std::min(statement.end, tokens_.size() - 1)].line;
        return tokens_[tokens_.partner[statement.end]].line;
    }

    void classify(const Statement& statement) {
        const Token& first = tokens_[statement.name_begin];
        if (first.is("namespace")) return open_namespace(statement);
        if (first.is("using") || first.is("typedef") || statement.is_typedef) return read_alias(statement);
        if (first.is("import") || first.is("package")) return;
        if (ends_in_braces(statement) && statement.name_begin == statement.end) return open_transparent(statement);
        const bool is_forward = tokens_.is_word(statement.name_begin) && type_word(first.text) &&
                                tokens_.is(statement.end, ";") && statement.end <= statement.name_begin + 2;
        // EXPORT_MACRO(x) f(int a): the macro stands for what comes before the name.
        const std::size_t begin = statement.name_begin;
        const bool has_macro = is_cpp() && is_macro_word(begin) && tokens_.is(begin + 1, "(") &&
                               tokens_.behind(begin + 1) < statement.end && tokens_.is_word(tokens_.behind(begin + 1));
        if (has_macro) {
            Statement inner = statement;
            inner.name_begin = tokens_.behind(begin + 1) - 1;
            if (read_function(inner)) return;
        }
        if (is_forward || read_type(statement) || read_function(statement)) return;
        read_variable(statement);
    }

    // extern "C" { … }
    void open_transparent(const Statement& statement) {
        Scope inner = scope();
        inner.end = tokens_.partner[statement.end];
        scopes_.push_back(std::move(inner));
        place_ = statement.end + 1;
    }

    void open_namespace(const Statement& statement) {
        if (!ends_in_braces(statement)) return;
        const std::string name = line_of(tokens_, statement.name_begin + 1, statement.end);
        const bool is_hidden = scope().is_hidden || (is_cpp() && name.empty());
        scopes_.push_back({tokens_.partner[statement.end], name.empty() ? scope().name : name, false, is_hidden, true});
        place_ = statement.end + 1;
    }

    void read_alias(const Statement& statement) {
        // typedef struct { … } Name; and using Name = …;
        std::size_t end = statement.end;
        if (ends_in_braces(statement)) {
            end = tokens_.behind(statement.end);
            place_ = end;
            while (place_ < tokens_.size() && !tokens_.is(place_, ";")) ++place_;
            std::size_t name = place_;
            while (name > end && !tokens_.is_word(name - 1)) --name;
            // typedef struct tag { … } name: the tag is a name too.
            const std::size_t tag = statement.end - 1;
            const bool has_tag = tag > statement.name_begin && tokens_.is_word(tag) &&
                                 type_word(tokens_[statement.name_begin].text).has_value() &&
                                 !(name > end && tokens_[name - 1].text == tokens_[tag].text);
            if (has_tag) declare(statement, tag, *type_word(tokens_[statement.name_begin].text));
            if (name > end) declare(statement, name - 1, SymbolKind::type);
            return;
        }
        for (std::size_t i = statement.name_begin; i < end; ++i) {
            if (tokens_.is(i, "=") && i > 0 && tokens_.is_word(i - 1))
                return declare(statement, i - 1, SymbolKind::type);
        }
        // typedef int (*name)(int)
        for (std::size_t i = statement.name_begin; statement.is_typedef && i + 3 < end; ++i) {
            const bool is_pointer = tokens_.is(i, "(") && tokens_.is(i + 1, "*") && tokens_.is_word(i + 2) &&
                                    tokens_.is(i + 3, ")") && tokens_.is(i + 4, "(");
            if (is_pointer) return declare(statement, i + 2, SymbolKind::type);
        }
        const bool is_pointer_type = statement.is_typedef && end > 0 && tokens_.is(end - 1, ")");
        if (statement.is_typedef && !is_pointer_type && end > 0 && tokens_.is_word(end - 1)) {
            declare(statement, end - 1, SymbolKind::type);
        }
    }

    bool read_type(const Statement& statement) {
        std::optional<SymbolKind> kind;
        std::size_t i = statement.name_begin;
        if (tokens_.is(i, "@") && tokens_.is(i + 1, "interface")) ++i;
        if (is_cpp() && is_macro_word(i) && tokens_.is_word(i + 1) && type_word(tokens_[i + 1].text)) ++i;
        if (tokens_.is_word(i)) kind = type_word(tokens_[i].text);
        const bool has_body = ends_in_braces(statement) || (kind && language_ == CodeLanguage::csharp);
        if (!kind || !has_body) return false;
        const bool is_record = tokens_.is(i, "record") || language_ == CodeLanguage::csharp;
        if (tokens_.is(i, "record") && !tokens_.is_word(i + 1)) return false;
        ++i;
        if (tokens_.is_word(i) && type_word(tokens_[i].text)) ++i;  // enum class, record struct
        std::size_t name = tokens_.size();
        for (; i < statement.end; ++i) {
            if (tokens_.is(i, "(") && !is_record && !(i > 0 && tokens_[i - 1].is("__attribute__"))) return false;
            if (tokens_.is(i, "=")) return false;
            const bool is_behind_name = tokens_.is(i, ":") || tokens_.is(i, "<") || tokens_.is(i, "(") ||
                                        tokens_.is(i, "final") || tokens_.is(i, "extends") ||
                                        tokens_.is(i, "implements") || tokens_.is(i, "where");
            if (is_behind_name) break;
            if (tokens_.is_word(i)) name = i;
        }
        if (name < tokens_.size()) declare(statement, name, *kind);
        if (!ends_in_braces(statement)) return true;
        if (*kind == SymbolKind::enum_type) {
            // In Java members may follow the constants, behind a semicolon.
            std::size_t members = statement.end + 1;
            const std::size_t end = tokens_.partner[statement.end];
            while (members < end && !tokens_.is(members, ";")) {
                members = is_opening(tokens_[members]) ? tokens_.behind(members) : members + 1;
            }
            if (language_ != CodeLanguage::java || members >= end || name >= tokens_.size()) {
                place_ = tokens_.behind(statement.end);
                return true;
            }
            place_ = members + 1;
            const bool is_hidden = scope().is_hidden || !declared_.back().symbol.is_exported;
            scopes_.push_back({end, std::string(tokens_[name].text), true, is_hidden, true, false});
            return true;
        }
        place_ = statement.end + 1;
        const bool is_named = name < tokens_.size();
        const bool is_hidden = scope().is_hidden || (!is_cpp() && is_named && !declared_.back().symbol.is_exported);
        const bool is_open = !is_cpp() || *kind != SymbolKind::class_type;
        scopes_.push_back({tokens_.partner[statement.end], is_named ? std::string(tokens_[name].text) : scope().name,
                           true, is_hidden, is_open, *kind == SymbolKind::interface});
        return true;
    }

    // As macros are spelled: EXPORT, LIB_API.
    bool is_macro_word(std::size_t i) const {
        if (!tokens_.is_word(i) || tokens_[i].text.size() < 3) return false;
        return std::ranges::none_of(tokens_[i].text, [](char c) { return c >= 'a' && c <= 'z'; });
    }

    // Where the parameters of a function open; the number of tokens when it is none.
    std::size_t find_parameters(const Statement& statement) const {
        for (std::size_t i = statement.name_begin; i < statement.end; ++i) {
            if (tokens_.is(i, "operator")) {
                while (i + 1 < statement.end && !tokens_.is(i + 1, "(")) ++i;
                const bool is_call_operator =
                    tokens_.is(i + 1, "(") && tokens_.is(i + 2, ")") && tokens_.is(i + 3, "(");
                return i + (is_call_operator ? 3 : 1);
            }
            if (tokens_.is(i, "=")) break;
            if (tokens_.is(i, "(")) return i;
            if (tokens_.is(i, "<") && i > statement.name_begin) {
                i = behind_angles(i) - 1;
            } else if (tokens_.is(i, "[")) {
                i = tokens_.partner[i];
            }
        }
        return tokens_.size();
    }

    bool read_function(const Statement& statement) {
        const std::size_t open = find_parameters(statement);
        if (open >= statement.end || open == statement.name_begin) return false;
        std::size_t name = open - 1;
        while (name > statement.name_begin && !tokens_.is_word(name)) --name;
        if (tokens_.is(open - 1, ">")) {
            // A specialisation: the name stands before its angles.
            for (name = open - 1; name > statement.name_begin && !tokens_.is(name, "<"); --name) {
            }
            if (name > statement.name_begin) --name;
        }
        const bool is_destructor = name > statement.name_begin && tokens_.is(name - 1, "~");
        std::size_t whole = is_destructor ? name - 1 : name;
        const bool is_operator = std::any_of(tokens_.code.begin() + static_cast<std::ptrdiff_t>(statement.name_begin),
                                             tokens_.code.begin() + static_cast<std::ptrdiff_t>(open),
                                             [](const Token& token) { return token.is("operator"); });
        if (is_operator) {
            while (whole > statement.name_begin && !tokens_.is(whole, "operator")) --whole;
            name = whole;
        }
        while (whole >= statement.name_begin + 2 && (tokens_.is(whole - 1, "::") || tokens_.is(whole - 1, ".")))
            whole -= 2;
        if (!tokens_.is_word(name) || is_no_name(tokens_[name].text)) return false;
        const std::string_view called = tokens_[name].text;
        const bool is_constructor =
            (scope().is_type && called == scope().name) || (whole + 2 <= name && tokens_[name - 2].text == called);
        const bool has_type = whole > statement.name_begin;
        // Without a type and a class around it, it is the use of a macro.
        if (!has_type && !is_constructor && !is_destructor && !is_operator) return false;
        if (!ends_in_braces(statement) && !tokens_.is(statement.end, ";")) return false;
        const bool is_method = scope().is_type || whole < name;
        std::string within;
        if (whole < name) within = line_of(tokens_, whole, name - (is_destructor ? 2 : 1));
        declare(statement, name, is_method ? SymbolKind::method : SymbolKind::function, within,
                is_operator     ? line_of(tokens_, name, open)
                : is_destructor ? "~" + std::string(called)
                                : std::string());
        pass_braces(statement);
        return true;
    }

    void read_variable(const Statement& statement) {
        std::size_t name = statement.end;
        for (std::size_t i = statement.name_begin; i < statement.end; ++i) {
            const bool is_arrow = language_ == CodeLanguage::csharp && tokens_.is(i, "=>");
            const bool ends_name = tokens_.is(i, "=") || tokens_.is(i, "[") || is_arrow;
            if (tokens_.is(i, "<")) {
                i = behind_angles(i) - 1;
                continue;
            }
            if (ends_name) {
                name = i;
                break;
            }
            if (is_opening(tokens_[i])) i = tokens_.partner[i];
        }
        const bool is_plausible = name > statement.name_begin + 1 && name <= tokens_.size() &&
                                  tokens_.is_word(name - 1) && !is_no_name(tokens_[statement.name_begin].text);
        const bool is_property =
            language_ == CodeLanguage::csharp && (ends_in_braces(statement) || tokens_.is(name, "=>"));
        // Members are part of their class; only what stands by itself is told.
        if (is_plausible && (!scope().is_type || is_property)) declare(statement, name - 1, SymbolKind::variable);
        pass_braces(statement);
    }

    bool is_exported(const Statement& statement, SymbolKind kind) {
        if (scope().is_hidden || statement.is_private) return false;
        if (language_ == CodeLanguage::java || language_ == CodeLanguage::csharp) {
            return statement.is_public || scope().is_interface;
        }
        if (scope().is_type) return scope().members_are_public && tokens_.kind.is_header;
        if (tokens_.kind.is_header) return true;
        return !statement.is_static && kind == SymbolKind::function;
    }

    void declare(const Statement& statement, std::size_t name, SymbolKind kind, std::string within = {},
                 std::string called = {}) {
        if (declared_.size() >= 5000) return;
        if (within.empty()) within = scope().name;
        std::size_t end = statement.end;
        if (kind == SymbolKind::variable || kind == SymbolKind::type) {
            for (std::size_t i = name; i < end; ++i) {
                if (kind == SymbolKind::variable && tokens_.is(i, "=")) end = i;
            }
        }
        // Members' first values are no part of a constructor's signature.
        for (std::size_t i = name; i + 1 < end && kind == SymbolKind::method; ++i) {
            if (tokens_.is(i, ")") && tokens_.is(i + 1, ":")) end = i + 1;
        }
        CodeSymbol symbol{tokens_[name].line,
                          called.empty() ? std::string(tokens_[name].text) : std::move(called),
                          kind,
                          line_of(tokens_, statement.begin, end),
                          std::move(within),
                          is_exported(statement, kind)};
        declared_.push_back({std::move(symbol), last_line(statement)});
    }

    const CodeTokens& tokens_;
    CodeLanguage language_;
    std::size_t place_ = 0;
    std::vector<Scope> scopes_;
    std::vector<Declared> declared_;
};

}  // namespace

std::vector<Declared> typed_declarations(const CodeTokens& tokens) {
    return TypedReader(tokens).run();
}

}  // namespace hm
