#include <algorithm>

#include "base/utf8.h"
#include "engine/codemap/code_tokens.h"

namespace hm {
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
