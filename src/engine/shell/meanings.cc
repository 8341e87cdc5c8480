#include "engine/shell/meanings.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::size_t most_alternatives = 256;

Word joined(const Word& left, const Word& right) {
    return {left.text + right.text, std::max(left.certainty, right.certainty), left.has_glob || right.has_glob};
}

std::vector<Word> joined_all(const std::vector<Word>& left, const std::vector<Word>& right) {
    // A variable without a value leaves the rest of the word as it is.
    if (left.empty() || right.empty()) return left.empty() ? right : left;
    // None is left out unseen: what has too many meanings is not known.
    if (left.size() * right.size() > most_alternatives) {
        Word any = joined(left.front(), right.front());
        any.certainty = Certainty::unknown;
        return {std::move(any)};
    }
    std::vector<Word> all;
    for (const Word& a : left) {
        for (const Word& b : right) all.push_back(joined(a, b));
    }
    return all;
}

// What scripts and makefiles run by a variable, and what it stands for wherever nobody has set it otherwise.
struct ProgramVariable {
    std::string_view name;
    std::string_view program;
};
constexpr auto program_variables = std::to_array<ProgramVariable>({
    {"AR", "ar"},
    {"AWK", "awk"},
    {"BASH", "bash"},
    {"CARGO", "cargo"},
    {"CC", "cc"},
    {"CLANG", "clang"},
    {"CMAKE", "cmake"},
    {"CP", "cp"},
    {"CPP", "cpp"},
    {"CTEST", "ctest"},
    {"CURL", "curl"},
    {"CXX", "c++"},
    {"DOCKER", "docker"},
    {"ECHO", "echo"},
    {"FIND", "find"},
    {"GCC", "gcc"},
    {"GIT", "git"},
    {"GO", "go"},
    {"GREP", "grep"},
    {"INSTALL", "install"},
    {"JAVA", "java"},
    {"JAVAC", "javac"},
    {"KUBECTL", "kubectl"},
    {"LD", "ld"},
    {"LN", "ln"},
    {"MAKE", "make"},
    {"MKDIR", "mkdir"},
    {"MV", "mv"},
    {"MVN", "mvn"},
    {"NINJA", "ninja"},
    {"NM", "nm"},
    {"NODE", "node"},
    {"NPM", "npm"},
    {"NPX", "npx"},
    {"PERL", "perl"},
    {"PIP", "pip"},
    {"PKG_CONFIG", "pkg-config"},
    {"PNPM", "pnpm"},
    {"PYTEST", "pytest"},
    {"PYTHON", "python3"},
    {"PYTHON3", "python3"},
    {"RANLIB", "ranlib"},
    {"RM", "rm -f"},
    {"RUSTC", "rustc"},
    {"SED", "sed"},
    {"SHELL", "sh"},
    {"STRIP", "strip"},
    {"TAR", "tar"},
    {"UV", "uv"},
    {"YARN", "yarn"},
});

std::optional<Word> program_of(std::string_view variable) {
    const auto row = std::find_if(program_variables.begin(), program_variables.end(),
                                  [&](const ProgramVariable& each) { return each.name == variable; });
    if (row == program_variables.end()) return std::nullopt;
    return Word{std::string(row->program)};
}

// Variables whose meaning does not depend on the machine.
std::optional<Word> well_known(std::string_view name) {
    if (name == "HOME") return Word{"~"};
    if (name == "PWD" || name == "GITHUB_WORKSPACE" || name == "CI_PROJECT_DIR") return Word{"."};
    if (is_scratch_variable(name)) return Word{"$" + std::string(name), Certainty::temporary};
    return program_of(name);
}

std::vector<Word> bare_word(std::string_view text) {
    std::vector<Word> words;
    for (const std::string& each : spread_braces(std::string(text))) {
        words.push_back({unescape_bare(each), Certainty::plain, has_bare_glob(each)});
    }
    if (words.empty()) words.push_back({std::string(text), Certainty::unknown});
    return words;
}

void split_words(const Word& value, const std::string& separators, std::vector<Word>& words) {
    std::size_t at = 0;
    while ((at = value.text.find_first_not_of(separators, at)) != std::string::npos) {
        const std::size_t end = value.text.find_first_of(separators, at);
        const std::string piece = value.text.substr(at, end - at);
        words.push_back({piece, value.certainty, has_bare_glob(piece)});
        if (end == std::string::npos) return;
        at = end;
    }
}

}  // namespace

bool is_scratch_of_machine(std::string_view variable) {
    return variable == "TMPDIR" || variable == "TMP" || variable == "TEMP" || variable == "RUNNER_TEMP";
}

bool is_scratch_variable(std::string_view name) {
    constexpr auto names = std::to_array<std::string_view>(
        {"temp", "temp_dir", "temp_file", "tempdir", "tempfile", "tmp", "tmp_dir", "tmp_file", "tmpdir", "tmpfile"});
    return is_scratch_of_machine(name) || std::find(names.begin(), names.end(), lower_case(name)) != names.end();
}

std::string_view Meanings::text_of(TSNode node) const {
    const std::size_t begin = ts_node_start_byte(node);
    return text_.substr(begin, ts_node_end_byte(node) - begin);
}

void Meanings::set(std::string_view variable, std::vector<Word> values) {
    if (variable == "IFS") set_separators(values);
    std::vector<Word>& known = variables_[std::string(variable)];
    std::move(values.begin(), values.end(), std::back_inserter(known));
    if (known.size() > most_alternatives) known.assign(1, {"$" + std::string(variable), Certainty::unknown});
}

void Meanings::append(std::string_view variable, std::vector<Word> values) {
    const auto known = variables_.find(variable);
    if (known == variables_.end()) return set(variable, std::move(values));
    set(variable, joined_all(known->second, values));
}

Word Meanings::first_of(TSNode node) {
    std::vector<Word> words = meanings(node, Quoting::quoted, 0);
    return words.empty() ? Word{std::string(text_of(node)), Certainty::unknown} : words.front();
}

std::vector<Word> Meanings::meanings(TSNode node, Quoting quoting, int depth) {
    if (depth > 20) return {{std::string(text_of(node)), Certainty::unknown}};
    const std::string_view type = ts_node_type(node);
    const std::string_view text = text_of(node);
    if (type == "word" || type == "number" || type == "extglob_pattern" || type == "variable_name" ||
        type == "test_operator" || type == "regex") {
        return bare_word(text);
    }
    if (type == "raw_string") return {{std::string(text.substr(1, text.size() - 2))}};
    if (type == "ansi_c_string") return {{unescape_ansi(text.substr(2, text.size() - 3))}};
    if (type == "string" || type == "translated_string") return quoted_string(node, depth);
    if (type == "concatenation") return concatenation(node, quoting, depth);
    if (type == "simple_expansion" || type == "expansion") return variable(node, quoting);
    if (type == "command_substitution") return {substitution(node, depth)};
    if (type == "brace_expression") return {{std::string(text), Certainty::unknown}};
    if (type == "process_substitution") return {{std::string(text), Certainty::unknown}};
    if (type == "arithmetic_expansion") return {{"0"}};
    return {{std::string(text), Certainty::unknown}};
}

std::vector<Word> Meanings::quoted_string(TSNode node, int depth) {
    std::vector<Word> words{Word{}};
    std::size_t at = ts_node_start_byte(node) + 1;
    const auto take_text = [&](std::size_t end) {
        if (end > at) words = joined_all(words, {Word{unescape_quoted(text_.substr(at, end - at))}});
    };
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
        const TSNode child = ts_node_named_child(node, i);
        if (std::string_view(ts_node_type(child)) == "string_content") continue;
        take_text(ts_node_start_byte(child));
        words = joined_all(words, meanings(child, Quoting::quoted, depth + 1));
        at = ts_node_end_byte(child);
    }
    take_text(ts_node_end_byte(node) - 1);
    return words;
}

std::vector<Word> Meanings::concatenation(TSNode node, Quoting quoting, int depth) {
    std::vector<Word> words{Word{}};
    bool has_braces = false;
    for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
        const TSNode child = ts_node_child(node, i);
        std::vector<Word> next = meanings(child, quoting, depth + 1);
        if (!ts_node_is_named(child)) next = {Word{std::string(text_of(child))}};
        has_braces |= text_of(child).find_first_of("{}") != std::string_view::npos;
        words = joined_all(words, next);
    }
    if (!has_braces) return words;
    std::vector<Word> spread;
    for (const Word& word : words) {
        std::vector<std::string> choices = spread_braces(word.text);
        if (choices.empty()) spread.push_back({word.text, Certainty::unknown, word.has_glob});
        for (std::string& each : choices) spread.push_back({std::move(each), word.certainty, word.has_glob});
    }
    return spread;
}

std::vector<Word> Meanings::variable(TSNode node, Quoting quoting) {
    const std::string_view text = text_of(node);
    std::string name(text.substr(text.starts_with("${") ? 2 : 1));
    if (name.ends_with('}')) name.pop_back();
    // ${CC:-gcc}, ${CC:=gcc}: unless it was set it is what follows, and with = so from then on.
    const std::size_t colon = name.find(':');
    std::vector<Word> values;
    if (colon != std::string::npos) {
        const std::string_view sign = std::string_view(name).substr(colon, 2);
        const std::string other = name.substr(std::min(colon + 2, name.size()));
        const bool is_plain = other.find_first_of("$`\"'\\") == std::string::npos;
        if (sign == ":=") set(name.substr(0, colon), {{other, is_plain ? Certainty::plain : Certainty::unknown}});
        if ((sign != ":-" && sign != ":=") || !is_plain) return {{std::string(text), Certainty::unknown}};
        name.resize(colon);
        values.push_back({other});
    }
    const auto known = variables_.find(name);
    if (known != variables_.end()) {
        values.insert(values.end(), known->second.begin(), known->second.end());
    } else if (colon == std::string::npos) {
        const bool may_be_set = others_set_ && is_scratch_variable(name) && !is_scratch_of_machine(name);
        const std::optional<Word> usual = may_be_set ? std::nullopt : well_known(name);
        values.push_back(usual.value_or(Word{std::string(text), Certainty::unknown}));
    }
    if (quoting == Quoting::quoted) return values;
    std::vector<Word> words;
    for (const Word& value : values) split_words(value, separators_, words);
    if (splits_unknown_) {
        for (Word& word : words) word.certainty = Certainty::unknown;
    }
    return words;
}

// Words are split at what IFS holds. Where a value of it counts is not always plain, so all of them count.
void Meanings::set_separators(const std::vector<Word>& values) {
    for (const Word& value : values) {
        const bool is_put_back = value.text == "$IFS" || value.text == "${IFS}";
        if (value.certainty == Certainty::plain) {
            separators_ += value.text;
        } else if (!is_put_back) {
            splits_unknown_ = true;
        }
    }
}

// The few commands whose output can be told without running them.
Word Meanings::substitution(TSNode node, int depth) {
    const Word unknown{std::string(text_of(node)), Certainty::unknown};
    if (ts_node_named_child_count(node) != 1) return unknown;
    const TSNode command = ts_node_named_child(node, 0);
    if (std::string_view(ts_node_type(command)) != "command") return unknown;
    std::vector<Word> words;
    for (std::uint32_t i = 0; i < ts_node_named_child_count(command); ++i) {
        TSNode child = ts_node_named_child(command, i);
        if (std::string_view(ts_node_type(child)) == "command_name") child = ts_node_named_child(child, 0);
        const std::vector<Word> meant = meanings(child, Quoting::quoted, depth + 1);
        if (meant.size() != 1 || meant.front().certainty != Certainty::plain) return unknown;
        words.push_back(meant.front());
    }
    if (words.empty()) return unknown;
    const std::string& program = words.front().text;
    // $(CC) -c main.c: a line of a makefile.
    if (const auto named = program_of(program); named && words.size() == 1) return *named;
    if (program == "mktemp") return {"$(mktemp)", Certainty::temporary};
    if (program == "pwd" || (program == "git" && words.back().text == "--show-toplevel")) return {"."};
    if (program != "echo" && program != "printf") return unknown;
    // What a format makes of its arguments is not followed here.
    if (program == "printf" && words.size() > 1 && words[1].text.find('%') != std::string::npos) return unknown;
    std::string output;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (i == 1 && words[i].text.starts_with("-")) continue;
        output += (output.empty() ? "" : " ") + (program == "printf" ? unescape_ansi(words[i].text) : words[i].text);
    }
    return {output};
}

}  // namespace hm::shell
