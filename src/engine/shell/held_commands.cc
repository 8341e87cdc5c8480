// Commands and code among the arguments of a program that is not known. What it does with them cannot be told, but a
// word that reads as `rm -rf src` is there to be run.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 67> grave_names{
    "rm",    "rmdir",   "unlink",  "shred",    "wipe",   "srm",       "dd",         "mkfs",      "truncate", "rimraf",
    "del",   "del-cli", "sh",      "bash",     "zsh",    "dash",      "ksh",        "fish",      "ash",      "csh",
    "tcsh",  "eval",    "git",     "find",     "docker", "podman",    "kubectl",    "terraform", "kill",     "killall",
    "pkill", "chmod",   "chown",   "mv",       "nc",     "curl",      "wget",       "sudo",      "xargs",    "env",
    "psql",  "mysql",   "sqlite3", "mongosh",  "dropdb", "redis-cli", "python",     "python3",   "perl",     "ruby",
    "node",  "php",     "awk",     "sed",      "ssh",    "su",        "doas",       "busybox",   "hivemind", "tee",
    "cp",    "ln",      "rsync",   "shutdown", "reboot", "systemctl", "Remove-Item"};

constexpr std::array<std::string_view, 12> shell_names{"sh",  "bash", "zsh",  "dash", "ksh",  "fish",
                                                       "ash", "csh",  "tcsh", "mksh", "yash", "rbash"};

// How languages call a program, or remove what is kept.
constexpr std::array<std::string_view, 42> code_marks{"system(",
                                                      "system \"",
                                                      "system '",
                                                      "(system ",
                                                      "exec(",
                                                      "exec \"",
                                                      "exec '",
                                                      "execute(",
                                                      "execSync",
                                                      "spawn",
                                                      "popen",
                                                      "syscmd(",
                                                      "write18",
                                                      "run-program",
                                                      "run-shell",
                                                      "os:cmd",
                                                      "os/shell",
                                                      "System.cmd",
                                                      "callCommand",
                                                      "sys.process",
                                                      ".execute()",
                                                      "shell script",
                                                      "Runtime.getRuntime",
                                                      "(shell \"",
                                                      "System.Process",
                                                      "unixexec:",
                                                      ".delete_all",
                                                      "::truncate(",
                                                      "->truncate(",
                                                      "->delete(",
                                                      ".destroy_all",
                                                      ".delete()",
                                                      ".drop_table",
                                                      "drop_table ",
                                                      "rm_rf",
                                                      "rmtree",
                                                      ".unlink(",
                                                      "DROP TABLE",
                                                      "DROP DATABASE",
                                                      "drop table",
                                                      "drop database",
                                                      "truncate table"};

bool is_shell_name(std::string_view name) {
    return is_one_of(name, shell_names);
}

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '/';
}

// The part that may be a command: behind = of an option or a setting, and without what some programs want before it.
std::string_view held_text(std::string_view word) {
    const std::size_t equals = word.find('=');
    const bool is_named =
        equals != std::string_view::npos && word.substr(0, equals).find_first_of(" \t\n'\"(") == std::string_view::npos;
    if (is_named) word.remove_prefix(equals + 1);
    // rake 'sh[rm -rf src]': what a task is given stands in brackets.
    const std::size_t bracket = word.find('[');
    const bool is_task = bracket != std::string_view::npos && bracket > 0 && word.ends_with(']') &&
                         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(bracket), is_name_letter);
    if (is_task) word = word.substr(bracket + 1, word.size() - bracket - 2);
    const std::size_t start = word.find_first_not_of("!|:;@%({ \t\n");
    return start == std::string_view::npos ? std::string_view() : word.substr(start);
}

bool has_grave_name(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && is_name_letter(text[at])) ++at;
        std::string_view name = text.substr(begin, at - begin);
        if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
        if (is_one_of(name, grave_names)) return true;
        if (at == begin) ++at;
    }
    return false;
}

bool calls_a_program(std::string_view text) {
    if (text.find_first_of(" (_:{1") == std::string_view::npos) return false;
    return std::any_of(code_marks.begin(), code_marks.end(),
                       [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

bool is_refused(const ShellEffect& effect) {
    return effect.shell_class == ShellClass::destructive || effect.shell_class == ShellClass::unknown;
}

void note_held(const ShellEffect& effect, const Call& call, Judge& judge) {
    judge.note(effect.shell_class, call, "is given a command to run: " + effect.why);
}

// A quoted text: hyperfine 'rm -rf src', gnuplot -e 'system "rm -rf src"'.
bool judge_held_text(const Word& word, const Call& call, Judge& judge) {
    const std::string_view text = held_text(word.text);
    if (calls_a_program(text)) {
        judge.note(ShellClass::unknown, call, "holds code that runs programs or removes what is kept");
        return true;
    }
    if (!has_grave_name(text)) return false;
    const ShellEffect effect = judge.trial_of_text({std::string(text), Certainty::plain, word.has_glob}, call);
    const std::string_view first = text.substr(0, text.find_first_of(" \t\n;"));
    const bool opens_shell =
        effect.shell_class == ShellClass::unknown && first.starts_with('/') && is_shell_name(plain_program(first));
    if (effect.shell_class != ShellClass::destructive && !opens_shell) return false;
    note_held(effect, call, judge);
    return true;
}

// The words from here on: choom -n 0 rm -rf src.
bool judge_held_words(std::span<const Word> words, const Call& call, Judge& judge) {
    const std::string_view text = held_text(words.front().text);
    // src/node is a folder of the project; /bin/sh is the shell.
    if (text.find('/') != std::string_view::npos && !text.starts_with('/')) return false;
    const std::string name = plain_program(text);
    if (!is_grave_name(name)) return false;
    const bool is_value = text.size() != words.front().text.size();
    const bool is_named_remover = is_value && (name == "rm" || name == "shred" || name == "dd");
    const bool is_bare = words.size() == 1 && !text.starts_with('/') && !(is_value && is_shell_name(name));
    // What nothing follows is a word like any other: brew install node, make sh.
    if (is_bare && !is_named_remover) return false;
    // --generate-completions=bash prints something for a shell.
    const std::string_view option = std::string_view(words.front().text).substr(0, words.front().text.find('='));
    if (is_value && !text.starts_with('/') && option.find("completion") != std::string_view::npos) return false;
    // --on-complete=/bin/sh: what follows belongs to the program itself.
    if (is_value && is_shell_name(name)) {
        judge.note(ShellClass::unknown, call, "is told to run a shell");
        return true;
    }
    std::vector<Word> inner(words.begin(), words.end());
    inner.front() = {std::string(text), Certainty::plain, false};
    // tool -x rm -- -rf src
    if (inner.size() > 1 && inner[1].text == "--") inner.erase(inner.begin() + 1);
    const ShellEffect effect = judge.trial_of_words(inner, call);
    if (!is_refused(effect) && !is_named_remover) return false;
    if (is_named_remover && !is_refused(effect)) {
        judge.note(ShellClass::unknown, call, "is told to run a program that removes");
        return true;
    }
    note_held(effect, call, judge);
    return true;
}

}  // namespace

bool is_grave_name(std::string_view program) {
    return is_one_of(program, grave_names) || program.starts_with("mkfs.");
}

bool runs_tests(std::string_view program) {
    constexpr std::array<std::string_view, 22> runners{
        "pytest",  "py.test", "jest",      "vitest",  "mocha",    "ava",   "tap",        "tape",
        "jasmine", "karma",   "rspec",     "phpunit", "pest",     "ctest", "playwright", "cypress",
        "bats",    "tox",     "nosetests", "nextest", "testcafe", "busted"};
    return is_one_of(program, runners);
}

bool judge_held_commands(const Call& call, Judge& judge) {
    if (runs_tests(call.program())) return false;
    const auto words = call.arguments();
    constexpr std::size_t most_looked_at = 200;
    // aws s3 cp: words of its own, for what lies elsewhere.
    constexpr std::array<std::string_view, 5> with_own_copying{"aws", "gsutil", "gcloud", "rclone", "s3cmd"};
    constexpr std::array<std::string_view, 3> copying{"cp", "mv", "ls"};
    const bool has_own = is_one_of(call.program(), with_own_copying);
    for (std::size_t i = 0; i < std::min(words.size(), most_looked_at); ++i) {
        if (has_own && is_one_of(words[i].text, copying)) continue;
        const bool is_text = words[i].text.find_first_of(" \t\n(`{;") != std::string::npos;
        const bool is_refusal = is_text || calls_a_program(words[i].text)
                                    ? judge_held_text(words[i], call, judge)
                                    : judge_held_words(words.subspan(i), call, judge);
        if (is_refusal) return true;
    }
    if (call.command().input && judge_held_text(*call.command().input, call, judge)) return true;
    if (!call.command().fed_by || *call.command().fed_by >= call.script().commands.size()) return false;
    const Command& feeder = call.script().commands[*call.command().fed_by];
    if (feeder.words.empty() || (feeder.words[0].text != "echo" && feeder.words[0].text != "printf")) return false;
    return std::any_of(feeder.words.begin() + 1, feeder.words.end(),
                       [&](const Word& word) { return judge_held_text(word, call, judge); });
}

}  // namespace hm::shell
