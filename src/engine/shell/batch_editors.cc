// Editors that nobody types into: nvim --headless and emacs --batch run a project's scripts, tests and compilers.
// What is typed into an editor, or handed to it as code, cannot be judged.
#include <algorithm>

#include "engine/shell/judges.h"

namespace hm::shell {
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
