// Programs that run another: what counts is what they run.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"

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

}  // namespace hm::shell
