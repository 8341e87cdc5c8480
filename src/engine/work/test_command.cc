#include "engine/work/test_command.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "base/strings.h"
#include "engine/shell/script.h"

namespace hm {
namespace {

using Words = std::span<const std::string>;

constexpr int deepest = 4;

constexpr std::array<std::string_view, 31> test_programs{
    "pytest",   "py.test", "tox",      "nox",         "jest",     "vitest",    "mocha",  "ava",
    "tap",      "karma",   "rspec",    "phpunit",     "pest",     "ctest",     "bats",   "prove",
    "unittest", "nose2",   "trial",    "gotestsum",   "ginkgo",   "jasmine",   "behave", "busted",
    "wtr",      "lit",     "cucumber", "cucumber-js", "testcafe", "nosetests", "doctest"};

// Programs of which a word says whether tests are run.
struct TestWord {
    std::string_view program;
    std::string_view words;  // separated by blanks
};
constexpr std::array<TestWord, 34> test_words{{
    {"go", "test"},
    {"cargo", "test t nextest"},
    {"mvn", "test verify integration-test install"},
    {"mvnw", "test verify integration-test install"},
    {"dotnet", "test"},
    {"swift", "test"},
    {"flutter", "test"},
    {"dart", "test"},
    {"mix", "test"},
    {"sbt", "test testOnly testQuick"},
    {"lein", "test"},
    {"deno", "test"},
    {"bun", "test"},
    {"npm", "test t tst"},
    {"pnpm", "test t tst"},
    {"yarn", "test jest vitest mocha"},
    {"composer", "test"},
    {"bazel", "test"},
    {"buck", "test"},
    {"buck2", "test"},
    {"pants", "test"},
    {"meson", "test"},
    {"zig", "test"},
    {"stack", "test"},
    {"cabal", "test"},
    {"gleam", "test"},
    {"crystal", "spec"},
    {"forge", "test"},
    {"hardhat", "test"},
    {"cypress", "run"},
    {"playwright", "test"},
    {"ng", "test"},
    {"xcodebuild", "test"},
    {"hatch", "test"},
}};

// Runners of named targets: a target that is called a test is one.
constexpr std::array<std::string_view, 14> target_runners{"make",   "gmake",   "ninja",  "just",  "task",
                                                          "gradle", "gradlew", "rake",   "rails", "mage",
                                                          "nx",     "turbo",   "invoke", "lerna"};
constexpr std::array<std::string_view, 12> plain_wrappers{"env",  "time",      "nice", "nohup", "command", "stdbuf",
                                                          "sudo", "cross-env", "npx",  "bunx",  "c8",      "nyc"};
constexpr std::array<std::string_view, 12> run_wrappers{"uv",  "poetry", "pipenv", "pdm", "rye",    "hatch",
                                                        "npm", "pnpm",   "yarn",   "bun", "bundle", "coverage"};
constexpr std::array<std::string_view, 8> interpreters{"sh",     "bash",    "zsh",  "dash",
                                                       "python", "python3", "node", "ruby"};
constexpr std::array<std::string_view, 17> not_running{"--help",
                                                       "-h",
                                                       "--version",
                                                       "--collect-only",
                                                       "--co",
                                                       "--listTests",
                                                       "--list-tests",
                                                       "--list",
                                                       "--no-run",
                                                       "--dry-run",
                                                       "--if-present",
                                                       "-DskipTests",
                                                       "-fn",
                                                       "--fail-never",
                                                       "--showConfig",
                                                       "--show-config",
                                                       "--passWithNoTests"};

template <std::size_t N>
bool is_among(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

// run-tests.sh, check, unit_test, test:unit: one of its words is one for tests.
bool is_called_a_test(std::string_view name) {
    constexpr std::array<std::string_view, 6> words{"test", "tests", "check", "spec", "specs", "e2e"};
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const bool is_end = i == name.size() || name[i] == '-' || name[i] == '_' || name[i] == '.' || name[i] == ':';
        if (!is_end) continue;
        if (is_among(name.substr(begin, i - begin), words)) return true;
        begin = i + 1;
    }
    return false;
}

// The first words that are no options.
std::string_view operand(Words words, std::size_t which) {
    for (const std::string& word : words) {
        if (word.starts_with("-")) continue;
        if (which-- == 0) return word;
    }
    return {};
}

Words behind(Words words, std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? Words() : words.subspan(static_cast<std::size_t>(found - words.begin()) + 1);
}

bool runs(Words words, int depth);
bool proves_tests(std::string_view text, int depth);

bool runs_wrapped(std::string_view program, Words rest, int depth) {
    const auto skip = [&](auto&& is_own) {
        while (!rest.empty() && is_own(rest.front())) rest = rest.subspan(1);
        return runs(rest, depth + 1);
    };
    const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
    if (is_among(program, plain_wrappers)) {
        return skip([&](const std::string& word) { return is_option(word) || word.find('=') != std::string::npos; });
    }
    if (program == "timeout") {
        return skip([&](const std::string& word) {
            return is_option(word) || (!word.empty() && word.front() >= '0' && word.front() <= '9');
        });
    }
    if (is_among(program, run_wrappers)) {
        const std::string_view verb = operand(rest, 0);
        if (verb == "exec" || verb == "x" || verb == "dlx" || verb == "run") {
            rest = behind(rest, verb);
            return skip([&](const std::string& word) { return is_option(word) && word != "-m"; });
        }
    }
    return false;
}

bool runs_script(std::string_view program, Words rest, int depth) {
    if (const Words text = behind(rest, "-c"); !text.empty() && program.ends_with("sh")) {
        return proves_tests(text.front(), depth + 1);
    }
    if (const Words module = behind(rest, "-m"); !module.empty()) return runs(module, depth + 1);
    if (program == "node" && std::find(rest.begin(), rest.end(), "--test") != rest.end()) return true;
    if (file_name(operand(rest, 0)) == "manage.py") return operand(rest, 1) == "test";
    const std::string_view script = operand(rest, 0);
    return !script.empty() && is_called_a_test(file_name(script));
}

bool runs_target(Words rest) {
    constexpr std::array<std::string_view, 4> pointless{"-i", "-n", "--ignore-errors", "--just-print"};
    const auto any = [&](auto&& is) { return std::any_of(rest.begin(), rest.end(), is); };
    if (any([&](const std::string& word) { return is_among(word, pointless); })) return false;
    return any([](const std::string& word) { return !word.starts_with("-") && is_called_a_test(word); });
}

bool runs(Words words, int depth) {
    if (words.empty() || depth > deepest) return false;
    const std::string_view program = file_name(words.front());
    const Words rest = words.subspan(1);
    if (std::any_of(rest.begin(), rest.end(), [](const std::string& word) { return is_among(word, not_running); }))
        return false;
    if (is_among(program, test_programs)) return true;
    if (program == "-m") return runs(rest, depth + 1);
    for (const TestWord& known : test_words) {
        if (known.program == program && has_word(known.words, operand(rest, 0))) return true;
    }
    if (program == "zig") return operand(rest, 0) == "build" && operand(rest, 1) == "test";
    if (is_among(program, target_runners)) return runs_target(rest);
    const bool runs_a_script = operand(rest, 0) == "run" || operand(rest, 0) == "run-script";
    if (runs_a_script && is_among(program, run_wrappers) && is_called_a_test(operand(rest, 1))) return true;
    if ((program == "pnpm" || program == "yarn") && is_called_a_test(operand(rest, 0))) return true;
    if (is_among(program, interpreters)) return runs_script(program, rest, depth);
    if (runs_wrapped(program, rest, depth)) return true;
    return words.front().find('/') != std::string::npos && is_called_a_test(program);
}

bool has_class(const ShellJudgement& judgement, ShellClass shell_class) {
    return std::any_of(judgement.effects.begin(), judgement.effects.end(),
                       [&](const ShellEffect& effect) { return effect.shell_class == shell_class; });
}

// git commands that put other content into the files of the project.
bool changes_work_tree(Words words) {
    constexpr std::array<std::string_view, 14> changing{"apply", "am",    "merge",       "pull",          "rebase",
                                                        "stash", "clean", "cherry-pick", "revert",        "restore",
                                                        "mv",    "rm",    "read-tree",   "checkout-index"};
    constexpr std::array<std::string_view, 4> with_value{"-C", "-c", "--git-dir", "--work-tree"};
    if (words.empty() || file_name(words.front()) != "git") return false;
    words = words.subspan(1);
    while (!words.empty() && words.front().starts_with("-")) {
        words = words.subspan(std::min<std::size_t>(words.size(), is_among(words.front(), with_value) ? 2 : 1));
    }
    if (words.empty()) return false;
    const std::string_view verb = words.front();
    const Words rest = words.subspan(1);
    const auto has = [&](std::string_view word) { return std::find(rest.begin(), rest.end(), word) != rest.end(); };
    if (verb == "reset") return has("--hard") || has("--merge") || has("--keep");
    if (verb == "checkout" || verb == "switch") {
        // A new branch where one stands leaves the files alone.
        const bool is_new = has("-b") || has("-B") || has("-c") || has("-C");
        return !is_new || !operand(rest, 1).empty();
    }
    if (verb == "stash" && (operand(rest, 0) == "list" || operand(rest, 0) == "show")) return false;
    return is_among(verb, changing);
}

// What a build or git writes by a redirection is what it says, and no file of the work.
bool changes_files(const shell::Command& command) {
    CommandWords words;
    std::string text;
    for (const shell::Word& word : command.words) {
        words.push_back(word.text);
        text += (text.empty() ? "" : " ") + shell_word(word.text);
    }
    if (changes_work_tree(words)) return true;
    const ShellJudgement judgement = judge_shell(text, {});
    if (has_class(judgement, ShellClass::write)) return true;
    if (has_class(judgement, ShellClass::build_test) || has_class(judgement, ShellClass::git_write)) return false;
    return std::any_of(command.redirects.begin(), command.redirects.end(), [](const shell::Redirect& redirect) {
        return redirect.kind == shell::RedirectKind::writes && !redirect.target.text.starts_with("/dev/");
    });
}

// What was tested is then no longer what is there. What only takes the tests' output is a part of their run.
bool changes_files_behind_tests(std::string_view text) {
    const std::vector<shell::Command> commands = shell::parse_script(text).commands;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        CommandWords words;
        for (const shell::Word& word : commands[i].words) words.push_back(word.text);
        if (runs(words, 0)) last = i;
    }
    if (!last) return false;
    std::vector<bool> takes_output(commands.size(), false);
    takes_output[*last] = true;
    for (std::size_t i = *last + 1; i < commands.size(); ++i) {
        takes_output[i] = commands[i].fed_by && takes_output[*commands[i].fed_by];
        if (!takes_output[i] && changes_files(commands[i])) return true;
    }
    return false;
}

// Whether tests were run and passed when the text ended with exit code 0, and nothing was changed behind them.
bool proves_tests(std::string_view text, int depth) {
    const std::vector<CommandWords> certain = certain_commands(text);
    const bool any = std::any_of(certain.begin(), certain.end(), [&](const auto& words) { return runs(words, depth); });
    return any && !changes_files_behind_tests(text);
}

}  // namespace

bool runs_tests(const CommandWords& words) {
    return runs(words, 0);
}

bool leaves_tests_standing(std::string_view text) {
    return !changes_files_behind_tests(text);
}

std::optional<CheckpointKind> checkpoint_kind(std::string_view text, const ShellJudgement& judgement) {
    if (proves_tests(text, 0)) return CheckpointKind::test;
    const std::vector<CommandWords> commands = commands_in(text);
    if (std::any_of(commands.begin(), commands.end(), runs_tests)) return CheckpointKind::masked_test;
    const std::vector<shell::Command> parts = shell::parse_script(text).commands;
    if (std::any_of(parts.begin(), parts.end(), changes_files)) return CheckpointKind::write;
    if (has_class(judgement, ShellClass::git_write)) return CheckpointKind::git;
    if (has_class(judgement, ShellClass::build_test)) return CheckpointKind::build;
    const bool changes = has_class(judgement, ShellClass::write) || !judgement.writes.empty();
    return changes ? std::optional(CheckpointKind::write) : std::nullopt;
}

}  // namespace hm

extern "C" const TSLanguage* tree_sitter_bash();

namespace hm {

namespace {

constexpr int deepest_node = 100;

struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

// With one of these in the text, exit code 0 no longer says that what follows was run, or what it was.
constexpr std::array<std::string_view, 10> opaque_programs{"exit", "exec",  "return", "trap",   "eval",
                                                           "kill", "alias", "enable", "logout", "hash"};
constexpr std::array<std::string_view, 3> opaque_variables{"PATH", "BASH_ENV", "ENV"};

// `set +e`, `set +o pipefail`: with one of them the text no longer says which errors end it.
bool switches_errors_off(const CommandWords& words) {
    return words.front() == "set" && std::any_of(words.begin() + 1, words.end(), [](const std::string& word) {
               return word.starts_with("+") && word.find_first_of("eo") != std::string::npos;
           });
}

bool is_opaque(const shell::Script& script) {
    if (!script.problems.empty() || !script.functions.empty()) return true;
    for (const shell::Command& command : script.commands) {
        for (const auto& [variable, value] : command.assigned) {
            if (std::find(opaque_variables.begin(), opaque_variables.end(), variable) != opaque_variables.end())
                return true;
        }
        if (command.words.empty()) continue;
        const std::string& program = command.words.front().text;
        if (std::find(opaque_programs.begin(), opaque_programs.end(), program) != opaque_programs.end()) return true;
    }
    return false;
}

// The words of a simple command, as the shell's own parser sees them: parsed again by itself, so that quotes are off.
CommandWords words_of(std::string_view text) {
    const shell::Script script = shell::parse_script(text);
    CommandWords words;
    if (script.commands.empty()) return words;
    // Substitutions inside come before the command they are in.
    for (const shell::Word& word : script.commands.back().words) words.push_back(word.text);
    return words;
}

class Certain {
public:
    explicit Certain(std::string_view text) : text_(text) {}

    void take(TSNode node, int depth) {
        const std::string_view type = ts_node_type(node);
        if (depth > deepest_node || ts_node_is_error(node)) return;
        if (type == "program" || type == "compound_statement") return take_sequence(node, depth);
        if (type == "subshell") return take_apart(node, depth);
        if (type == "list") return take_list(node, depth);
        if (type == "pipeline") return take_pipeline(node, depth);
        if (type == "redirected_statement") {
            const TSNode body = ts_node_child_by_field_name(node, "body", 4);
            if (!ts_node_is_null(body)) take(body, depth + 1);
        }
        if (type == "command") take_command(node);
    }

    std::vector<CommandWords> take_found() { return std::move(found_); }

private:
    std::string_view text_of(TSNode node) const {
        const std::size_t begin = ts_node_start_byte(node);
        return text_.substr(begin, ts_node_end_byte(node) - begin);
    }

    static bool is_statement(TSNode node) {
        return ts_node_is_named(node) && std::string_view(ts_node_type(node)) != "comment" &&
               std::string_view(ts_node_type(node)) != "heredoc_body";
    }

    // The last statement gives the exit code; under `set -e` those before it must have succeeded too, but for lists,
    // which it does not look into.
    void take_sequence(TSNode node, int depth) {
        std::vector<TSNode> statements;
        std::vector<bool> waited_for;
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const TSNode child = ts_node_child(node, i);
            if (is_statement(child)) {
                statements.push_back(child);
                waited_for.push_back(true);
            } else if (!waited_for.empty() && text_of(child) == "&") {
                waited_for.back() = false;
            }
        }
        for (std::size_t i = 0; i < statements.size(); ++i) {
            const bool is_last = i + 1 == statements.size();
            const bool is_list = std::string_view(ts_node_type(statements[i])) == "list";
            const bool counts = waited_for[i] && (is_last || (stops_at_errors_ && !is_looked_at_ && !is_list));
            if (counts) take(statements[i], depth + 1);
            if (std::string_view(ts_node_type(statements[i])) == "command") note_options(statements[i]);
        }
    }

    // `set -e`, `set -euo pipefail`. What stands behind the options, or behind --, are no options.
    void note_options(TSNode node) {
        const CommandWords words = words_of(text_of(node));
        if (words.empty() || words.front() != "set") return;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const bool is_letters = words[i].size() > 1 && words[i].front() == '-' && words[i][1] != '-';
            if (!is_letters) return;
            if (words[i].find('e') != std::string::npos) stops_at_errors_ = true;
            if (words[i].find('o') == std::string::npos || i + 1 == words.size()) continue;
            const std::string& option = words[++i];
            stops_at_errors_ |= option == "errexit";
            fails_in_pipes_ |= option == "pipefail";
        }
    }

    // Under `set -e` an error ends the text only behind the last &&: before it, it is looked at.
    void take_list(TSNode node, int depth) {
        for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
            const TSNode child = ts_node_child(node, i);
            if (!ts_node_is_named(child) && text_of(child) != "&&") return;
        }
        const std::uint32_t count = ts_node_named_child_count(node);
        const bool was_looked_at = is_looked_at_;
        for (std::uint32_t i = 0; i < count; ++i) {
            is_looked_at_ = was_looked_at || i + 1 < count;
            take(ts_node_named_child(node, i), depth + 1);
        }
        is_looked_at_ = was_looked_at;
    }

    void take_pipeline(TSNode node, int depth) {
        const std::uint32_t count = ts_node_named_child_count(node);
        const bool takes_all = fails_in_pipes_;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i + 1 == count || takes_all) take_apart(ts_node_named_child(node, i), depth + 1);
        }
    }

    // In a process of its own: what is set there ends with it.
    void take_apart(TSNode node, int depth) {
        const bool stopped = stops_at_errors_;
        const bool failed = fails_in_pipes_;
        const bool is_subshell = std::string_view(ts_node_type(node)) == "subshell";
        is_subshell ? take_sequence(node, depth) : take(node, depth);
        stops_at_errors_ = stopped;
        fails_in_pipes_ = failed;
    }

    void take_command(TSNode node) {
        CommandWords words = words_of(text_of(node));
        if (!words.empty()) found_.push_back(std::move(words));
    }

    std::string_view text_;
    std::vector<CommandWords> found_;
    bool stops_at_errors_ = false;
    bool fails_in_pipes_ = false;
    bool is_looked_at_ = false;  // what it ends with decides what is run next
};

}  // namespace

std::vector<CommandWords> certain_commands(std::string_view text) {
    const shell::Script script = shell::parse_script(text);
    if (is_opaque(script)) return {};
    for (const CommandWords& words : commands_in(text)) {
        if (switches_errors_off(words)) return {};
    }
    const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_bash());
    const std::unique_ptr<TSTree, DeleteTree> tree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (!tree) return {};
    Certain certain(text);
    certain.take(ts_tree_root_node(tree.get()), 0);
    return certain.take_found();
}

std::vector<CommandWords> commands_in(std::string_view text) {
    std::vector<CommandWords> all;
    for (const shell::Command& command : shell::parse_script(text).commands) {
        CommandWords words;
        for (const shell::Word& word : command.words) words.push_back(word.text);
        if (!words.empty()) all.push_back(std::move(words));
    }
    return all;
}

}  // namespace hm
