// Programs that run text: shells, and languages with code on the command line or fed to them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/scanned_code.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 20> shells{"bash",   "sh",    "zsh",  "dash", "ksh",  "fish",  "ash",
                                                  "mksh",   "rbash", "csh",  "tcsh", "yash", "xonsh", "nu",
                                                  "elvish", "sash",  "posh", "osh",  "rc",   "pdksh"};

struct Language {
    std::string_view name;
    std::string_view code_options;  // separated by blanks
};

constexpr std::array<Language, 40> languages{{
    {"python", "-c"},
    {"pypy", "-c"},
    {"node", "-e -p -pe --eval --print"},
    {"nodejs", "-e -p -pe --eval --print"},
    {"bun", "-e --eval"},
    {"deno", "eval"},
    {"perl", "-e -E -ne -pe -pi -i"},
    {"ruby", "-e"},
    {"php", "-r"},
    {"lua", "-e"},
    {"osascript", "-e"},
    {"Rscript", "-e"},
    {"ts-node", "-e -p"},
    {"tsx", "-e -p"},
    {"pwsh", "-Command -c -command -EncodedCommand"},
    {"powershell", "-Command -c -command -EncodedCommand"},
    {"julia", "-e -E --eval --print"},
    {"R", "-e"},
    {"elixir", "-e --eval"},
    {"iex", "-e --eval"},
    {"erl", "-eval"},
    {"ghc", "-e"},
    {"runghc", "-e"},
    {"groovy", "-e"},
    {"scala", "-e"},
    {"kotlinc", "-e"},
    {"kotlin", "-e"},
    {"jrunscript", "-e"},
    {"jshell", "-R"},
    {"racket", "-e --eval"},
    {"guile", "-c"},
    {"sbcl", "--eval"},
    {"clisp", "-x"},
    {"clojure", "-e --eval"},
    {"bb", "-e"},
    {"janet", "-e"},
    {"octave", "--eval"},
    {"swift", "-e"},
    {"raku", "-e"},
    {"tclsh", "-e"},
}};

void judge_fed_shell(const Call& call, Judge& judge) {
    const std::optional<Word> text = fed_text(call);
    if (!text) return judge.note(ShellClass::unknown, call, "waits for commands");
    if (text->certainty == Certainty::plain) return judge.run_text(*text, call);
    judge.note(ShellClass::destructive, call, fmt::format("runs whatever `{}` gives it", text->text));
}

// bash <(curl …), source <(…)
bool runs_made_file(const Call& call, Judge& judge) {
    if (call.command().made_from.empty()) return false;
    judge.note(ShellClass::destructive, call, "runs whatever another command gives it");
    return true;
}

// Of what stands behind the text of sh -c, for its "$@".
Openness openness_of(std::span<const Word> words) {
    Openness found = Openness::closed;
    for (const Word& word : words) found = std::max(found, word.openness);
    return found;
}

void judge_shell_program(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    bool only_checks = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& text = words[i].text;
        if (text == "-") break;
        const bool is_option = text.size() > 1 && (text.front() == '-' || text.front() == '+');
        if (!is_option) {
            if (runs_made_file(call, judge)) return;
            if (only_checks) return judge.note(ShellClass::build_test, call, "only checks what is written");
            if (words[i].openness != Openness::closed)
                return judge.note(ShellClass::unknown, call, "runs scripts that are only known when it runs");
            return judge.runs_file(words[i], call);
        }
        // bash -n x.sh; letters behind it are options too.
        only_checks |= !text.starts_with("--") && text.front() == '-' && text.find('n') != std::string::npos;
        const bool is_code = !text.starts_with("--") && text.find('c') != std::string::npos && text != "--rcfile";
        if (is_code) {
            // Options may stand between: bash -c -x -- 'text'.
            std::size_t at = i + 1;
            while (at < words.size() && (words[at].text.starts_with('-') || words[at].text.starts_with('+'))) ++at;
            if (at < words.size()) return judge.run_text(words[at], call, openness_of(words.subspan(at + 1)));
            return judge.note(ShellClass::unknown, call, "has no command behind -c");
        }
        const bool takes_name = !text.starts_with("--") && (text.back() == 'o' || text.back() == 'O');
        if (takes_name || text == "--rcfile" || text == "--init-file") ++i;
    }
    judge_fed_shell(call, judge);
}

void judge_eval(const Call& call, Judge& judge) {
    Word joined;
    for (const Word& word : call.arguments()) {
        joined.text += (joined.text.empty() ? "" : " ") + word.text;
        joined.certainty = std::max(joined.certainty, word.certainty);
    }
    // Tools that set up a shell print assignments to be taken over.
    constexpr std::array<std::string_view, 11> set_ups{"ssh-agent", "direnv",    "pyenv", "rbenv",    "nodenv", "fnm",
                                                       "opam",      "dircolors", "brew",  "starship", "conda"};
    for (const std::string_view tool : set_ups) {
        if (joined.text.starts_with("$(" + std::string(tool)) || joined.text.starts_with("`" + std::string(tool))) {
            return judge.note(ShellClass::read, call, "takes over what a known tool prints");
        }
    }
    if (joined.certainty == Certainty::unknown) {
        return judge.note(ShellClass::destructive, call, "runs a text that is only known when it runs");
    }
    judge.run_text(joined, call);
}

void judge_source(const Call& call, Judge& judge) {
    judge.loses_directory();  // it runs in this very shell, and may go anywhere
    if (runs_made_file(call, judge)) return;
    const auto operands = call.operands();
    if (operands.empty()) return judge.note(ShellClass::read, call, "reads nothing");
    const Word& file = operands.front();
    const bool is_device = file.text.starts_with("/dev/") || file.text.starts_with("/proc/");
    if (is_device) return judge.note(ShellClass::destructive, call, "runs whatever it is fed");
    if (judge.is_just_written(file)) return judge.runs_file(file, call);
    if (is_scratch(file)) return judge.note(ShellClass::unknown, call, "runs a script that is not of the project");
    judge.tells_script(file, call);
    judge.note(ShellClass::build_test, call, "runs a script, whose inside is not judged");
}

void judge_module(const Word& module, const Call& call, Judge& judge) {
    if (is_listed(module.text, "pip twine poetry pipx flit hatch pdm maturin uv")) {
        const auto words = call.arguments();
        const auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return &w == &module; });
        return judge.run_words(words.subspan(static_cast<std::size_t>(at - words.begin())), call);
    }
    if (module.text == "ensurepip") return judge.note(ShellClass::network, call, "fetches packages");
    const Word* served = module.text == "http.server" ? call.value_of({"-d", "--directory"}) : nullptr;
    if (served != nullptr && (served->text.starts_with('/') || served->text.starts_with('~')) && !is_scratch(*served))
        return judge.note(ShellClass::destructive, call, "shows files of the machine to everyone");
    if (module.text == "http.server" || module.text == "smtplib" || module.text == "ftplib") {
        return judge.note(ShellClass::network, call, "opens the network");
    }
    if (module.text == "json.tool" && call.operands({"-m", "--indent"}).size() > 1) {
        judge.writes(call.operands({"-m", "--indent"}).back(), call);
        return judge.note(ShellClass::write, call, "writes a file");
    }
    if (module.text == "json.tool" || module.text == "this" || module.text == "platform") {
        return judge.note(ShellClass::read, call, "only prints");
    }
    judge.note(ShellClass::build_test, call, "runs a module of the project or its tools");
}

// node node_modules/rimraf/bin.js is rimraf.
std::string tool_of_package(std::string_view file) {
    constexpr std::string_view folder = "node_modules/";
    const std::size_t at = file.rfind(folder);
    if (at == std::string_view::npos) return {};
    std::string_view rest = file.substr(at + folder.size());
    if (rest.starts_with(".bin/")) return std::string(rest.substr(5));
    if (rest.starts_with('@')) rest.remove_prefix(std::min(rest.find('/'), rest.size() - 1) + 1);
    return std::string(rest.substr(0, rest.find('/')));
}

// -enc, -EncodedCommand, -e: its options may be cut short, and what follows is not to be read.
bool is_encoded(std::string_view option) {
    const std::string given = lower_case(option);
    return given == "-ec" || (given.size() > 1 && std::string_view("-encodedcommand").starts_with(given));
}

// perl -pi -e 's/a/b/' files: what replaces text is as good as sed -i.
void judge_edits(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    bool has_code = false;
    bool reads_lines = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& text = words[i].text;
        if (!text.starts_with('-') || text.size() < 2) {
            judge.writes(words[i], call);
            continue;
        }
        const std::size_t letters = std::min(text.find('i'), text.size());
        reads_lines |= text.find('p') != std::string::npos;
        const bool is_plain =
            text.substr(1, letters).find_first_not_of("0pi7wle") == std::string::npos && !text.starts_with("--");
        const bool takes_code = text.ends_with('e') && (letters == text.size() || text.back() != 'k');
        if (!is_plain) return judge.note(ShellClass::unknown, call, "edits files by code");
        if (!takes_code) continue;
        const bool is_known = i + 1 < words.size() && words[i + 1].certainty == Certainty::plain;
        if (!is_known || !only_replaces(words[i + 1].text))
            return judge.note(ShellClass::unknown, call, "edits files by code");
        has_code = true;
        ++i;
    }
    judge.note(has_code && reads_lines ? ShellClass::write : ShellClass::unknown, call, "edits files by code");
}

void judge_language(const Language& language, const Call& call, Judge& judge) {
    const auto words = call.arguments();
    if (language.name == "php" && call.has_word("-l") && !call.has_word("-r"))
        return judge.note(ShellClass::build_test, call, "only checks what is written");
    const bool is_powershell = language.name == "pwsh" || language.name == "powershell";
    if (is_powershell && std::any_of(words.begin(), words.end(), [](const Word& w) { return is_encoded(w.text); }))
        return judge.note(ShellClass::destructive, call, "runs a text that is written so that nobody can read it");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& text = words[i].text;
        if (text.empty()) continue;
        if (is_listed(text, language.code_options) &&
            !(language.name == "perl" && text.find('i') != std::string::npos)) {
            if (i + 1 < words.size()) return judge_code(words[i + 1], call, judge);
            return judge.note(ShellClass::unknown, call, "has no code behind its option");
        }
        const std::size_t equals = text.find('=');
        if (equals != std::string::npos && is_listed(text.substr(0, equals), language.code_options)) {
            return judge_code({text.substr(equals + 1), words[i].certainty, false}, call, judge);
        }
        const bool edits = language.name == "perl" && !text.starts_with("--") && text.front() == '-' &&
                           text.find('i') != std::string::npos;
        if (edits) return judge_edits(call, judge);
        // python -Ic 'print(1)'
        const bool ends_in_code = language.name == "python" && text.size() > 2 && text.front() == '-' &&
                                  text.ends_with('c') && i + 1 < words.size() &&
                                  text.find_first_not_of("bBdEhiIOPqsSuvx", 1) == text.size() - 1;
        if (ends_in_code) return judge_code(words[i + 1], call, judge);
        // perl -lane 'print $F[1]'
        const bool bundles_code = language.name == "perl" && text.size() > 2 && text.front() == '-' &&
                                  (text.ends_with('e') || text.ends_with('E')) && i + 1 < words.size() &&
                                  text.find_first_not_of("lanpwse0E", 1) == std::string::npos;
        if (bundles_code) return judge_code(words[i + 1], call, judge);
        const bool holds_code = !text.starts_with("--") && text.size() > 2 && text.front() == '-' &&
                                (language.name == "perl" || language.name == "ruby" || language.name == "python") &&
                                text.find_first_of(language.name == "python" ? "c" : "eE") != std::string::npos;
        const bool names_folder = (language.name == "ruby" || language.name == "perl") && text.size() > 2 &&
                                  (text.starts_with("-I") || text.starts_with("-r"));
        if (names_folder) continue;
        if (holds_code) return judge.note(ShellClass::unknown, call, "holds code, whose doing cannot be judged");
        if (text == "-m" && language.name == "python" && i + 1 < words.size())
            return judge_module(words[i + 1], call, judge);
        if (text == "-") break;
        if (text.starts_with("-")) {
            if (text == "-r" || text == "--require" || text == "--import" || text == "--loader" || text == "-W" ||
                text == "-X")
                ++i;
            continue;
        }
        if (language.name == "deno" || language.name == "bun")
            return judge.note(ShellClass::build_test, call, "runs a tool or script of the project");
        if (runs_made_file(call, judge)) return;
        if (says_it_takes_away(call))
            return judge.note(ShellClass::destructive, call, "says that it takes something away");
        if (const std::string tool = tool_of_package(words[i].text); !tool.empty()) {
            std::vector<Word> inner(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
            inner.front() = Word{tool};
            return judge.run_words(inner, call);
        }
        // manage.py shell -c '…', bin/rails runner '…'
        judge_held_commands(call, judge);
        return judge.runs_file(words[i], call);
    }
    const std::optional<Word> text = fed_text(call);
    if (text && text->certainty == Certainty::plain) return judge_code(*text, call, judge);
    if (text) return judge.note(ShellClass::destructive, call, fmt::format("runs whatever `{}` gives it", text->text));
    const bool only_flags = !words.empty() && words.front().text != "-";
    judge.note(only_flags ? ShellClass::build_test : ShellClass::unknown, call, "waits for code");
}

// trap "kill $PID" EXIT: a value of one's own, put in when it was set.
bool only_ends_processes(std::string_view text) {
    const Script script = parse_script(text);
    const bool is_plain = script.problems.empty() && script.redirects.empty() &&
                          text.find("$(") == std::string_view::npos && text.find('`') == std::string_view::npos;
    return is_plain && std::all_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
               return !command.words.empty() && is_listed(command.words.front().text, "kill wait true : echo exit");
           });
}

// trap 'rm -rf "$d"' EXIT, alias ll='ls -l'
bool judge_kept_text(const Call& call, Judge& judge) {
    if (call.program() == "trap") {
        const auto operands = call.operands();
        if (operands.size() >= 2 && !operands.front().text.empty()) {
            Word text = operands.front();
            if (only_ends_processes(text.text)) text.certainty = Certainty::plain;
            judge.run_text(text, call);
        }
        judge.note(ShellClass::read, call, "sets what happens later");
        return true;
    }
    if (call.program() != "alias") return false;
    for (const Word& word : call.operands()) {
        const std::size_t equals = word.text.find('=');
        if (equals == std::string::npos) continue;
        const Word meant{word.text.substr(equals + 1), word.certainty, false};
        judge.run_text(meant, call);
        if (word.text.starts_with("hivemind=")) judge.note_for_person(call);
        judge.names(word.text.substr(0, equals), meant);
    }
    judge.note(ShellClass::read, call, "names a command");
    return true;
}

}  // namespace

bool judge_interpreter(const Call& call, Judge& judge) {
    if (judge_kept_text(call, judge)) return true;
    if (is_one_of(call.program(), shells)) {
        judge_shell_program(call, judge);
        return true;
    }
    if (call.program() == "eval") {
        judge_eval(call, judge);
        return true;
    }
    if (call.program() == "source" || call.program() == ".") {
        judge_source(call, judge);
        return true;
    }
    if (call.program() == "cmd" && call.arguments().size() > 1) {
        judge.run_words(call.arguments().subspan(1), call);
        return true;
    }
    if (is_listed(call.program(), "ansible-playbook ansible-pull chef-client chef-solo salt-call") ||
        (call.program() == "puppet" && (call.has_word("apply") || call.has_word("agent")))) {
        const bool tries = call.has_flag('C', "check") || call.has_flag(0, "noop") || call.has_flag(0, "why-run") ||
                           call.has_flag(0, "syntax-check") || call.has_flag(0, "list-tasks") ||
                           call.has_flag(0, "list-hosts");
        judge.note(tries ? ShellClass::network : ShellClass::unknown, call,
                   tries ? "only tries it out" : "does to whole machines what cannot be seen here");
        return true;
    }
    if (call.program() == "ansible" || call.program() == "pssh" || call.program() == "pdsh") {
        const Word* text = call.value_of({"-a", "--args"});
        judge.note(ShellClass::network, call, "reaches other machines");
        if (text != nullptr && text->text.find("state=absent") != std::string::npos)
            judge.note(ShellClass::destructive, call, "takes something away from other machines");
        text != nullptr ? judge.run_text(*text, call)
                        : judge.note(ShellClass::unknown, call, "runs a command on other machines");
        return true;
    }
    if (call.program() == "su" || call.program() == "runuser" || call.program() == "script") {
        const Word* text = call.value_of({"-c", "--command"});
        if (call.program() == "script") {
            for (const Word& file : call.operands({"-c", "--command"})) judge.writes(file, call);
        }
        text != nullptr ? judge.run_text(*text, call)
                        : judge.note(ShellClass::unknown, call, "opens a shell of another user");
        return true;
    }
    const bool may_be_remote = call.program() == "deno" || call.program() == "bun";
    for (const Word& word : may_be_remote ? call.operands() : std::vector<Word>{}) {
        if (!word.text.starts_with("http://") && !word.text.starts_with("https://")) continue;
        judge.note(ShellClass::unknown, call, "runs code from the network");
        return true;
    }
    const bool is_fed_script = (call.program() == "deno" || call.program() == "bun") && call.has_word("-");
    if (is_fed_script) {
        judge.note(ShellClass::unknown, call, "runs the code that it is fed");
        return true;
    }
    if (call.program() == "deno" && call.subcommand() != "eval" && !call.arguments().empty()) return false;
    if (call.program() == "bun" && !call.has_flag('e', "eval")) return false;
    for (const Language& language : languages) {
        if (language.name != call.program()) continue;
        judge_language(language, call, judge);
        return true;
    }
    return false;
}

// Editors that nobody types into: nvim --headless and emacs --batch run a project's scripts, tests and compilers.
// What is typed into an editor, or handed to it as code, cannot be judged.

namespace {

// NONE and NORC stand for no file at all.
void load(std::string_view file, const Call& call, Judge& judge) {
    if (!is_listed(file, "NONE NORC")) judge.runs_file({std::string(file)}, call);
}

// -c 'luafile scripts/types.lua': a command that only loads, tests, sets or ends.
bool judge_ex_command(std::string_view text, const Call& call, Judge& judge) {
    if (text.find_first_of("|!\n") != std::string_view::npos && !is_listed(text, "q! qa! qall! quit! cq! cquit!"))
        return false;
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view verb = text.substr(0, blank);
    const std::string_view rest = blank < text.size() ? text.substr(blank + 1) : std::string_view();
    if (is_listed(verb, "luafile source so runtime")) {
        load(rest, call, judge);
        return !rest.empty();
    }
    return is_listed(verb, "q qa qall quit cq cquit q! qa! qall! quit! cq! cquit! set setlocal helptags packadd") ||
           verb.starts_with("PlenaryBusted");
}

bool judge_vim_words(const Call& call, Judge& judge) {
    bool is_batch = false;
    const std::span<const Word> words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        if (words[i].certainty != Certainty::plain) return false;
        const bool has_next = i + 1 < words.size() && words[i + 1].certainty == Certainty::plain;
        if (is_listed(word, "-c --cmd -u -S -l -i --startuptime") && !has_next) return false;
        if (is_listed(word, "-c --cmd")) {
            if (!judge_ex_command(words[++i].text, call, judge)) return false;
        } else if (is_listed(word, "-u -S -l")) {
            is_batch |= word == "-l";
            load(words[++i].text, call, judge);
        } else if (word == "-i") {
            ++i;
        } else if (word.starts_with('+')) {
            if (!judge_ex_command(std::string_view(word).substr(1), call, judge)) return false;
        } else if (is_listed(word, "--headless -es -Es -Nes -es1")) {
            is_batch = true;
        } else if (word.starts_with('-') && !is_listed(word, "--noplugin --clean -n -N -e -s -V1")) {
            return false;
        }
    }
    return is_batch;
}

// (setq byte-compile-error-on-warn t), (require 'ert): settings of what is run.
bool is_plain_setting(std::string_view code) {
    const bool is_one = std::count(code.begin(), code.end(), '(') == 1 && code.ends_with(')');
    return is_one && (code.starts_with("(setq ") || code.starts_with("(require '") || code == "(package-initialize)");
}

// Functions that are there to be called like this: compilers, linters and runners of tests. Any other may change a file
// that was named, as erase-buffer and basic-save-buffer do.
bool is_made_for_batch(std::string_view function) {
    constexpr std::string_view runners = "ert buttercup package elisp checkdoc undercover toggle";
    return function.find("batch") != std::string_view::npos ||
           (is_listed(function.substr(0, function.find('-')), runners) &&
            function.find("delete") == std::string_view::npos);
}

bool judge_emacs_words(const Call& call, Judge& judge) {
    bool is_batch = false;
    const std::span<const Word> words = call.arguments();
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i].text;
        if (words[i].certainty != Certainty::plain) return false;
        if (word.starts_with("--") && word.find('=') == std::string::npos) word.erase(0, 1);
        const bool takes_next = is_listed(word, "-L -directory -l -load -f -funcall -eval");
        if (takes_next && (i + 1 == words.size() || words[i + 1].certainty != Certainty::plain)) return false;
        const std::string_view value = takes_next ? std::string_view(words[++i].text) : std::string_view();
        if (is_listed(word, "-l -load")) {
            const bool is_file = value.ends_with(".el") || value.find('/') != std::string_view::npos;
            if (is_file) load(value, call, judge);
        } else if (is_listed(word, "-f -funcall")) {
            if (!is_made_for_batch(value)) return false;
        } else if (word == "-eval") {
            if (!is_plain_setting(value)) return false;
        } else if (word == "-batch") {
            is_batch = true;
        } else if (word.starts_with('-') && !takes_next &&
                   !is_listed(word, "-Q -q -quick -no-init-file -no-site-file -no-site-lisp")) {
            return false;
        }
    }
    return is_batch;
}

}  // namespace

bool judge_batch_editor(const Call& call, Judge& judge) {
    const bool is_vim = is_listed(call.program(), "vim nvim vi ex");
    if (!is_vim && call.program() != "emacs") return false;
    // ex -s file <<< '%d': what it reads is typed into it.
    const Command& command = call.command();
    const bool reads = std::any_of(command.redirects.begin(), command.redirects.end(),
                                   [](const Redirect& each) { return each.kind == RedirectKind::reads; });
    if (reads || command.input || command.fed_by) return false;
    const bool is_judged = is_vim ? judge_vim_words(call, judge) : judge_emacs_words(call, judge);
    if (is_judged) judge.note(ShellClass::build_test, call, "runs scripts of the project, whose inside is not judged");
    return is_judged;
}

}  // namespace hm::shell
