// Programs that run another: what counts is what they run.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

struct Wrapper {
    std::string_view name;
    int operands_first;                   // words of its own before the command: timeout 5 …
    std::string_view options_with_value;  // separated by blanks
};

constexpr std::array<Wrapper, 53> wrappers{{
    {"sudo", 0, "-u -g -p -C -D -h -r -t -U --user --group"},
    {"doas", 0, "-u -C"},
    {"env", 0, "-u -C -P --unset --chdir"},
    {"nice", 0, "-n --adjustment"},
    {"ionice", 0, "-c -n -p"},
    {"nohup", 0, ""},
    {"setsid", 0, ""},
    {"time", 0, "-f -o"},
    {"timeout", 1, "-s -k --signal --kill-after"},
    {"gtimeout", 1, "-s -k --signal --kill-after"},
    {"stdbuf", 0, "-i -o -e"},
    {"unbuffer", 0, ""},
    {"command", 0, ""},
    {"builtin", 0, ""},
    {"exec", 0, "-a"},
    {"chronic", 0, ""},
    {"caffeinate", 0, ""},
    {"xvfb-run", 0, "-s -n -e -f -p -w --server-args --server-num"},
    {"dbus-run-session", 0, ""},
    {"busybox", 0, ""},
    {"toybox", 0, ""},
    {"shx", 0, ""},
    {"cross-env", 0, ""},
    {"cross-env-shell", 0, ""},
    {"env-cmd", 0, "-f -r -e"},
    {"dotenv", 0, "-e -c -f"},
    {"dotenvx", 0, "-f"},
    {"strace", 0, "-e -o -p -s"},
    {"ltrace", 0, "-e -o -p -s"},
    {"valgrind", 0, ""},
    {"perf", 1, "-o -e -F"},
    {"sshpass", 0, "-p -f -d -P"},
    {"gosu", 1, ""},
    {"taskset", 1, ""},
    {"flock", 1, "-w -E"},
    {"retry", 0, "-t -d"},
    {"firejail", 0, ""},
    {"proxychains", 0, ""},
    {"torsocks", 0, ""},
    {"faketime", 1, ""},
    {"fakeroot", 0, ""},
    {"ccache", 0, ""},
    {"sccache", 0, ""},
    {"coproc", 0, ""},
    {"chrt", 1, "-p"},
    {"unshare", 0, ""},
    {"nsenter", 0, "-t --target"},
    {"prlimit", 0, ""},
    {"systemd-run", 0, "-p -u --unit"},
    {"pkexec", 0, "--user"},
    {"setpriv", 0, ""},
    {"numactl", 0, ""},
    {"setarch", 1, ""},
}};

bool is_assignment(const Word& word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    return word.text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == equals;
}

// The words behind the wrapper's own.
std::span<const Word> inner_words(const Wrapper& wrapper, std::span<const Word> words) {
    int own = wrapper.operands_first;
    std::size_t at = 0;
    for (; at < words.size(); ++at) {
        const Word& word = words[at];
        if (word.text == "--") {
            ++at;
            break;
        }
        // env - rm: a lone dash empties the environment.
        if (word.text == "-") continue;
        if (word.text.size() > 1 && word.text.front() == '-') {
            if (is_listed(word.text, wrapper.options_with_value)) ++at;
        } else if (is_assignment(word)) {
            continue;
        } else if (own-- <= 0) {
            break;
        }
    }
    return words.subspan(std::min(at, words.size()));
}

void judge_runner(const Call& call, Judge& judge, std::span<const Word> inner) {
    judge.note(ShellClass::build_test, call, "runs a tool of the project");
    judge.run_words(inner, call);
}

// npx, pnpm exec, poetry run …: a tool of the project, whatever it is; one that removes is judged as such.
bool judge_tool_runner(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 4> direct{"npx", "bunx", "pnpx", "uvx"};
    struct Runner {
        std::string_view program;
        std::string_view verb;
    };
    constexpr std::array<Runner, 18> runners{{{"pnpm", "exec"},
                                              {"pnpm", "dlx"},
                                              {"yarn", "dlx"},
                                              {"yarn", "exec"},
                                              {"npm", "exec"},
                                              {"npm", "x"},
                                              {"bun", "x"},
                                              {"poetry", "run"},
                                              {"uv", "run"},
                                              {"pipenv", "run"},
                                              {"bundle", "exec"},
                                              {"conda", "run"},
                                              {"mise", "exec"},
                                              {"direnv", "exec"},
                                              {"hatch", "run"},
                                              {"pdm", "run"},
                                              {"pipx", "run"},
                                              {"tox", "exec"}}};
    const bool is_direct = std::find(direct.begin(), direct.end(), call.program()) != direct.end();
    const auto is_of_call = [&](const Runner& runner) { return runner.program == call.program(); };
    if (!is_direct && std::none_of(runners.begin(), runners.end(), is_of_call)) return false;
    const std::vector<Word> operands = call.operands(
        {"-p", "--package", "-c", "-w", "--filter", "-F", "-C", "--dir", "--python", "--with", "--with-requirements",
         "--group", "--only-group", "--extra", "--directory", "--project", "--env-file", "--index", "--with-editable"});
    const bool is_runner = std::any_of(runners.begin(), runners.end(), [&](const Runner& runner) {
        return call.program() == runner.program && !operands.empty() && operands.front().text == runner.verb;
    });
    if (!is_direct && !is_runner) return false;
    // npx -c 'a text for the shell'
    const bool is_npm = call.program() == "npx" || call.program() == "npm";
    if (const Word* text = is_npm ? call.value_of({"-c", "--call"}) : nullptr) judge.run_text(*text, call);
    // direnv exec <folder> <command>
    if (call.program() == "direnv") {
        judge_runner(call, judge, call.behind_operands(2, ""));
        return true;
    }
    const std::string first = operands.size() > (is_runner ? 1U : 0U) ? operands[is_runner ? 1 : 0].text : "";
    const auto words = call.arguments();
    const auto start = std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.text == first; });
    if (first.empty()) {
        judge.note(ShellClass::build_test, call, "runs a tool of the project");
        return true;
    }
    std::vector<Word> inner(start, words.end());
    // npx npm@">= 10.2" audit: a version is none of the program's name.
    if (const std::size_t at = first.find('@', 1); at != std::string::npos) inner.front().text.resize(at);
    judge_runner(call, judge, inner);
    return true;
}

// Their words are shell texts: concurrently "a" "b".
bool judge_text_runner(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 3> runners{"concurrently", "watch", "start-server-and-test"};
    if (std::find(runners.begin(), runners.end(), call.program()) == runners.end()) return false;
    const std::vector<Word> operands = call.operands(
        {"-n", "-c", "--names", "-d", "--interval", "--prefix-colors", "--restart-tries", "-p", "--prefix", "-m",
         "--max-processes", "-t", "--timestamp-format", "-l", "--prefix-length", "-s", "--success"});
    if (call.program() == "watch") {
        Word joined;
        const auto words = call.arguments();
        const auto first = std::find_if(words.begin(), words.end(), [&](const Word& w) {
            return !operands.empty() && w.text == operands.front().text;
        });
        for (const Word& word : words.subspan(static_cast<std::size_t>(first - words.begin()))) {
            joined.text += (joined.text.empty() ? "" : " ") + word.text;
            joined.certainty = std::max(joined.certainty, word.certainty);
        }
        judge.run_text(joined, call);
        return true;
    }
    for (const Word& word : operands) {
        if (word.text.starts_with("npm:") || word.text.starts_with("http")) continue;
        judge.run_text(word, call);
    }
    judge.note(ShellClass::build_test, call, "runs several commands at once");
    return true;
}

}  // namespace

bool judge_wrapper(const Call& call, Judge& judge) {
    if (judge_tool_runner(call, judge) || judge_text_runner(call, judge)) return true;
    const auto wrapper =
        std::find_if(wrappers.begin(), wrappers.end(), [&](const Wrapper& w) { return w.name == call.program(); });
    if (wrapper == wrappers.end()) return false;
    if (call.program() == "command" && (call.has_flag('v') || call.has_flag('V'))) {
        judge.note(ShellClass::read, call, "only asks where a program is");
        return true;
    }
    if (const Word* text = call.program() == "env" ? call.value_of({"-S", "--split-string"}) : nullptr) {
        // What follows stands behind it: env -S 'A=b' rm -rf src.
        Word whole = *text;
        const auto words = call.arguments();
        for (auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return &w == text; });
             at != words.end() && ++at != words.end();) {
            whole.text += " " + at->text;
            whole.certainty = std::max(whole.certainty, at->certainty);
        }
        judge.run_text(whole, call);
        return true;
    }
    const std::span<const Word> inner = inner_words(*wrapper, call.arguments());
    const bool opens_shell = ((call.program() == "sudo" || call.program() == "doas") &&
                              (call.has_flag('i', "login") || call.has_flag('s', "shell"))) ||
                             (call.program() == "systemd-run" && call.has_flag('S', "shell"));
    const bool has_no_command = inner.empty() && !call.arguments().empty() && call.program() != "env" &&
                                call.program() != "command" && call.program() != "exec";
    if (has_no_command && !opens_shell) {
        judge.note(ShellClass::build_test, call, "runs something that is not named here");
        return true;
    }
    if (inner.empty() && opens_shell) {
        judge.note(ShellClass::unknown, call, "opens a shell of another user");
        return true;
    }
    if (call.program() == "cross-env-shell") {
        for (const Word& word : call.operands()) {
            if (!is_assignment(word)) judge.run_text(word, call);
        }
        return true;
    }
    // shx is for packages' scripts, as rimraf is.
    if (call.program() == "shx" && inner.size() > 1 && inner.front().text == "rm" &&
        Call("rm", inner.subspan(1), call.command(), call.script()).has_flag('r', "recursive")) {
        std::vector<Word> tidying(inner.begin(), inner.end());
        tidying.front().text = "rimraf";
        judge.run_words(tidying, call);
        return true;
    }
    // They leave a file of their own behind.
    constexpr std::array<std::string_view, 6> keeping{"nohup", "strace", "ltrace", "perf", "valgrind", "flock"};
    const bool may_keep = call.program() == "time" || is_one_of(call.program(), keeping);
    const Call own(call.program(), call.arguments().subspan(0, call.arguments().size() - inner.size()), call.command(),
                   call.script());
    const Word* kept = may_keep ? own.value_of({"-o", "--output", "--log-file"}) : nullptr;
    if (kept != nullptr) judge.writes(*kept, call);
    if (is_one_of(call.program(), keeping)) judge.note(ShellClass::build_test, call, "may leave a file behind");
    judge.run_words(inner, call);
    return true;
}

// Commands and code among the arguments of a program that is not known. What it does with them cannot be told, but a
// word that reads as `rm -rf src` is there to be run.

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

bool is_path_letter(char c) {
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
                         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(bracket), is_path_letter);
    if (is_task) word = word.substr(bracket + 1, word.size() - bracket - 2);
    const std::size_t start = word.find_first_not_of("!|:;@%({ \t\n");
    return start == std::string_view::npos ? std::string_view() : word.substr(start);
}

bool has_grave_name(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && is_path_letter(text[at])) ++at;
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
