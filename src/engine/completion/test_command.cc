#include "engine/completion/test_command.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/shell_word.h"
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

std::string_view base_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
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
    if (base_name(operand(rest, 0)) == "manage.py") return operand(rest, 1) == "test";
    const std::string_view script = operand(rest, 0);
    return !script.empty() && is_called_a_test(base_name(script));
}

bool runs_target(Words rest) {
    constexpr std::array<std::string_view, 4> pointless{"-i", "-n", "--ignore-errors", "--just-print"};
    const auto any = [&](auto&& is) { return std::any_of(rest.begin(), rest.end(), is); };
    if (any([&](const std::string& word) { return is_among(word, pointless); })) return false;
    return any([](const std::string& word) { return !word.starts_with("-") && is_called_a_test(word); });
}

bool runs(Words words, int depth) {
    if (words.empty() || depth > deepest) return false;
    const std::string_view program = base_name(words.front());
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
    if (words.empty() || base_name(words.front()) != "git") return false;
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
