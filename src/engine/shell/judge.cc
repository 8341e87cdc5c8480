#include "engine/shell/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "base/strings.h"
#include "engine/shell/judges.h"

namespace hm {
namespace {

constexpr std::size_t most_effects = 100;

// From harmless to harmful; unknown is graver than what is known to be permitted or not by its class.
constexpr std::array order{ShellClass::read,  ShellClass::git_read, ShellClass::build_test, ShellClass::git_write,
                           ShellClass::write, ShellClass::network,  ShellClass::unknown,    ShellClass::destructive};

std::size_t rank(ShellClass shell_class) {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), shell_class) - order.begin());
}

}  // namespace

bool is_graver(ShellClass a, ShellClass b) {
    return rank(a) > rank(b);
}

void add_effect(ShellJudgement& judgement, ShellEffect effect) {
    if (judgement.effects.empty() || is_graver(effect.shell_class, judgement.worst.shell_class))
        judgement.worst = effect;
    // Beyond the bound those are kept that a rule may still object to: the first of each class, and a person's.
    const bool is_new = std::none_of(judgement.effects.begin(), judgement.effects.end(), [&](const ShellEffect& kept) {
        return kept.shell_class == effect.shell_class && kept.is_for_person == effect.is_for_person;
    });
    if (judgement.effects.size() < most_effects || is_new) judgement.effects.push_back(std::move(effect));
}

namespace {

ScriptedJudgement judge_as_written(std::string_view text, const OwnCommands& own) {
    shell::Judge judge(own, 0);
    judge.judge_script(text);
    std::vector<RunScript> scripts = judge.scripts();
    return {judge.take(), std::move(scripts)};
}

// The text with every backslash at the end of a line taken out together with the line's end; "" when none of them
// stands inside a word. A shell joins `da\\<newline>ta` to `data`, outside of single quotes and remarks.
std::string with_joined_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::string joined;
    bool is_inside_word = false;
    std::size_t begin = 0;
    for (std::size_t at = text.find("\\\n"); at != std::string_view::npos; at = text.find("\\\n", at + 2)) {
        const bool is_open_before = at > 0 && blanks.find(text[at - 1]) == std::string_view::npos;
        const bool is_open_behind = at + 2 < text.size() && blanks.find(text[at + 2]) == std::string_view::npos;
        is_inside_word |= is_open_before && is_open_behind;
        joined.append(text.substr(begin, at - begin));
        begin = at + 2;
    }
    if (!is_inside_word) return {};
    return joined.append(text.substr(begin));
}

}  // namespace

ScriptedJudgement judge_with_scripts(std::string_view text, const OwnCommands& own) {
    ScriptedJudgement judged = judge_as_written(text, own);
    const std::string joined = with_joined_words(text);
    if (joined.empty()) return judged;
    // Whether it stands in a remark or in quotes does not matter: what either reading does counts.
    ScriptedJudgement other = judge_as_written(joined, own);
    for (ShellEffect& effect : other.judgement.effects) add_effect(judged.judgement, std::move(effect));
    const auto append = [](auto& all, auto& more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    append(judged.judgement.writes, other.judgement.writes);
    append(judged.judgement.removes, other.judgement.removes);
    append(judged.scripts, other.scripts);
    judged.judgement.builds |= other.judgement.builds;
    judged.judgement.rewrites |= other.judgement.rewrites;
    return judged;
}

ShellJudgement judge_shell(std::string_view text, const OwnCommands& own) {
    return judge_with_scripts(text, own).judgement;
}

bool changes_work(const ShellJudgement& judgement) {
    const auto is_output = [](const std::string& path) {
        return shell::is_build_output(path) || shell::lies_among_outputs(path);
    };
    const bool only_outputs = std::ranges::all_of(judgement.writes, is_output);
    if (judgement.rewrites || !only_outputs) return true;
    return std::ranges::any_of(judgement.effects, [&](const ShellEffect& effect) {
        // Our own commands say themselves who may do what, and beginning a task needs none.
        const bool is_ours = effect.program == "hivemind" && !effect.is_for_person;
        if (is_ours && effect.shell_class != ShellClass::destructive) return false;
        switch (effect.shell_class) {
            case ShellClass::read:
            case ShellClass::git_read:
            case ShellClass::build_test:
            case ShellClass::network: return false;
            // What these write they are given by name: where none is left, it was a scratch place.
            case ShellClass::write:
                return judgement.writes.empty() &&
                       !shell::is_listed(effect.program,
                                         "tee cp mv mkdir touch ln rm rmdir truncate dd sed chmod curl wget");
            default: return true;
        }
    });
}

}  // namespace hm

namespace hm::shell {
namespace {

constexpr int deepest = 8;

bool is_own_script(std::string_view written) {
    if (written.ends_with("/hivemind")) return false;
    // A tool of a package is judged as the tool.
    if (written.find("node_modules/.bin/") != std::string_view::npos) return false;
    const bool is_path = written.find('/') != std::string_view::npos;
    const bool leaves =
        written.starts_with("/") || written.starts_with("~") || written.find("..") != std::string_view::npos;
    // cd /bin && ./rm: a script that is called as what the system has may be just that.
    return is_path && !leaves && !is_grave_name(plain_program(written));
}

// $VENV/bin/pip: where it lies is not known, but what it is.
bool has_plain_name(std::string_view written) {
    // rm${IFS}-rf${IFS}/data is several words.
    if (written.find("$IFS") != std::string_view::npos || written.find("${IFS") != std::string_view::npos) return false;
    const std::size_t slash = written.rfind('/');
    return slash != std::string_view::npos && slash + 1 < written.size() &&
           written.substr(slash + 1).find_first_of("$`(){}<>*?[] ") == std::string_view::npos;
}

bool is_question(const Call& call) {
    constexpr std::array<std::string_view, 6> questions{"--version", "-version", "--help", "-V", "-h", "-help"};
    return call.arguments().size() == 1 &&
           std::find(questions.begin(), questions.end(), call.arguments()[0].text) != questions.end();
}

// PREFIX?=/usr/local
bool is_makefile_setting(std::string_view text) {
    const std::size_t mark = text.find("?=");
    return mark != std::string_view::npos && mark > 0 && text.find_first_of("$`*[(") == std::string_view::npos &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark),
                       [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

// The GNU tools as other systems call them: grm, gfind.
bool is_gnu_name(std::string_view name) {
    constexpr std::array<std::string_view, 22> tools{
        "rm", "find", "xargs", "dd",   "mv",    "cp",    "shred", "truncate", "sed",    "chmod", "chown",
        "ln", "tee",  "env",   "nice", "nohup", "rmdir", "touch", "tar",      "unlink", "stat",  "kill"};
    return name.starts_with('g') && is_one_of(name.substr(1), tools);
}

// $(exit 1) as a command: nothing comes out that could be run.
bool prints_no_command(const Word& written) {
    if (!written.text.starts_with("$(") || !written.text.ends_with(')')) return false;
    const Script script = parse_script(std::string_view(written.text).substr(2, written.text.size() - 3));
    return !script.commands.empty() && script.problems.empty() && !script.commands.back().words.empty() &&
           is_listed(script.commands.back().words.front().text, "exit return true false : test [") &&
           std::all_of(script.commands.begin(), script.commands.end() - 1,
                       [](const Command& command) { return command.is_substituted; });
}

// sh -c 'git add "$@"' _ names…: what the words of the text may come to is decided where it is run.
void open_words(Script& script, Openness openness) {
    for (Command& command : script.commands) {
        for (Word& word : command.words) {
            if (is_positional(word) || word.text.starts_with(found_name)) word.openness = openness;
        }
    }
}

// Building, and fetching what the project needs.
bool makes_something(ShellClass shell_class, const Call& call) {
    constexpr std::string_view others = "kill pkill fuser mktemp service sleep nohup hivemind alias trap";
    constexpr std::string_view installers = "npm yarn pnpm bun pip uv poetry pdm composer bundle cargo go mix pod deno";
    return (shell_class == ShellClass::build_test && !is_listed(call.program(), others)) ||
           (shell_class == ShellClass::network && is_listed(call.program(), installers));
}

}  // namespace

// "/usr/bin/python3.11" is python: versions behind a name do not matter.
std::string plain_program(std::string_view written) {
    const std::size_t slash = written.rfind('/');
    std::string name(slash == std::string_view::npos ? written : written.substr(slash + 1));
    if (name.ends_with(".exe")) name.resize(name.size() - 4);
    const std::size_t last = name.find_last_not_of("0123456789.");
    if (last != std::string::npos && last + 1 < name.size()) {
        const std::size_t keep = name[last] == '-' ? last : last + 1;
        const bool is_version = keep >= 2 && name != "md5" && !name.starts_with("sha") && !name.starts_with("b2") &&
                                name != "base64" && name != "base32" && name != "7z" && name != "bzip2" &&
                                name != "bunzip2" && name != "mke2fs" && name != "s3cmd" && name != "killall5";
        if (is_version) name.resize(keep);
    }
    if (is_gnu_name(name)) name.erase(0, 1);
    return name;
}

void Judge::add(ShellEffect effect) {
    add_effect(judgement_, std::move(effect));
}

void Judge::note(ShellClass shell_class, const Call& call, std::string why) {
    is_building_ |= makes_something(shell_class, call);
    add({shell_class, call.program(), "`" + call.text() + "` " + why});
}

void Judge::note_for_person(const Call& call) {
    add({ShellClass::destructive, call.program(),
         fmt::format("`{}` is for the person alone: it changes what governs the agents", call.text()), true});
}

void Judge::change_directory(const Word& directory) {
    if (directory.certainty == Certainty::temporary) {
        directory_ = "/tmp/scratch";
    } else if (directory.certainty == Certainty::plain && directory.text != "-" && !directory.has_glob) {
        const bool is_relative = !directory.text.starts_with("/") && !directory.text.starts_with("~");
        directory_ = is_relative && !directory_.empty() ? directory_ + "/" + directory.text : directory.text;
    } else {
        is_lost_ = true;
    }
    ++directories_entered_;
}

bool Judge::knows_place() const {
    // Of several steps any may fail, and what comes back may do so anywhere.
    const bool is_plain = directories_entered_ == 0 || (directories_entered_ == 1 && !comes_back_);
    return depth_ == 0 && !is_lost_ && is_plain;
}

void Judge::run_text(const Word& text, const Call& call, Openness arguments) {
    if (text.certainty == Certainty::unknown || text.openness == Openness::anything) {
        return note(ShellClass::unknown, call, "runs a text that is only known when it runs");
    }
    if (depth_ >= deepest) return note(ShellClass::unknown, call, "is nested too far to be judged");
    ++depth_;
    judge_script(text.text, std::max(arguments, text.openness));
    --depth_;
}

void Judge::run_words(std::span<const Word> words, const Call& call) {
    if (words.empty()) return note(ShellClass::read, call, "runs nothing");
    if (depth_ >= deepest) return note(ShellClass::unknown, call, "is nested too far to be judged");
    ++depth_;
    Command command = call.command();
    command.words.assign(words.begin(), words.end());
    // What it writes is judged with the outer one; what it is fed, it passes on.
    std::erase_if(command.redirects, [](const Redirect& each) { return each.kind == RedirectKind::writes; });
    command.assigned.clear();
    judge_command(command, call.script());
    --depth_;
}

void Judge::judge_script(std::string_view text, Openness arguments) {
    comes_back_ |= text.find_first_of("()`") != std::string_view::npos || text.find("cd -") != std::string_view::npos ||
                   text.find("pushd") != std::string_view::npos || text.find("||") != std::string_view::npos ||
                   text.find('|') != std::string_view::npos;
    Script script = parse_script(text);
    if (arguments != Openness::closed) open_words(script, arguments);
    const Command nothing;
    const Call whole("sh", {}, nothing, script);
    for (const std::string& problem : script.problems) {
        add({ShellClass::unknown, "sh", "the text " + problem});
    }
    // What was not looked at may be anything, and must not pass for being much.
    if (!script.too_much.empty()) add({ShellClass::destructive, "sh", "the text " + script.too_much});
    if (script.is_endless) add({ShellClass::destructive, "sh", "the text multiplies or writes without an end"});
    for (const Redirect& redirect : script.redirects) {
        if (redirect.kind != RedirectKind::writes) continue;
        if (is_scratch(redirect.target)) {
            note_scratch(redirect.target, whole);
            continue;
        }
        if (redirect.is_of_nothing && !redirect.is_appended) empties(redirect.target, whole);
        add({ShellClass::write, "sh", fmt::format("writes to {}", redirect.target.text)});
        writes(redirect.target, whole);
    }
    for (const Assigned& assigned : script.assigned) {
        // Where programs are looked for is set up in many a script.
        if (assigned.name != "PATH" && assigned.name != "LD_LIBRARY_PATH") judge_assigned(assigned, whole, *this);
    }
    for (const Command& command : script.commands) {
        const std::size_t doubts = doubtful_.size();
        is_building_ = false;
        judge_command(command, script);
        // What is gone in this very command is not made by it.
        if (is_building_ && doubtful_.size() == doubts) doubtful_.clear();
        judgement_.builds |= is_building_;
    }
    if (judgement_.effects.empty()) add({ShellClass::read, "sh", "does nothing"});
}

ShellJudgement Judge::take() {
    for (Doubtful& each : doubtful_) {
        judgement_.removes[each.removal].is_doubtful = true;
        if (!each.effect.why.empty()) add(std::move(each.effect));
    }
    doubtful_.clear();
    return std::move(judgement_);
}

void Judge::judge_command(const Command& command, const Script& script) {
    const Call redirecting(command.words.empty() ? "sh" : command.words[0].text, {}, command, script);
    for (const Redirect& redirect : command.redirects) {
        if (redirect.kind != RedirectKind::writes) continue;
        const bool is_emptied = !redirect.is_appended && leaves_nothing(redirecting, redirect.target);
        if (!redirect.is_appended && !is_emptied) makes(redirect.target);
        if (redirecting.program() == "curl" || redirecting.program() == "wget") fetches(redirect.target);
        if (is_scratch(redirect.target)) {
            note_scratch(redirect.target, redirecting);
            continue;
        }
        if (is_emptied) empties(redirect.target, redirecting);
        note(ShellClass::write, redirecting, fmt::format("writes its output to {}", redirect.target.text));
        writes(redirect.target, redirecting);
    }
    for (const Assigned& assigned : command.assigned) {
        judgement_.rewrites |= asks_to_rewrite(assigned);
        judge_assigned(assigned, redirecting, *this);
    }
    keeps_text(command);
    if (command.words.empty()) return;
    const Word& written = command.words.front();
    const std::span<const Word> arguments = std::span(command.words).subspan(1);
    // time (npm run build): the grammar leaves the brackets in one word.
    const bool is_bracketed = written.text.size() > 2 && written.text.starts_with('(') && written.text.ends_with(')');
    if (is_bracketed && written.certainty == Certainty::unknown)
        return run_text({written.text.substr(1, written.text.size() - 2)}, Call("sh", arguments, command, script));
    if (written.openness != Openness::closed)
        return note(ShellClass::unknown, Call(written.text, arguments, command, script),
                    "runs a program whose name is only known when it runs");
    if ((written.certainty != Certainty::plain && !has_plain_name(written.text)) || written.has_glob) {
        const Call call(written.text, arguments, command, script);
        if (prints_no_command(written))
            return note(ShellClass::read, call, "runs nothing but what stands in the substitution");
        // fuzz/run_$name: one of the project's own.
        if (written.text.find('/') != std::string::npos && is_known_but_for_its_name(written.text))
            return note(ShellClass::build_test, call, "runs a program of the project, whose inside is not judged");
        // "$TOOL" --help: whatever it is, it is only asked. A=?x is a line of a makefile and no program.
        if (is_question(call) || is_makefile_setting(written.text))
            return note(ShellClass::build_test, call, "asks a program that is only known when it runs");
        return note(ShellClass::unknown, call, "has a program whose name is only known when it runs");
    }
    // Words of the grammar that the parser took for a program: ! { rm -rf src; }
    constexpr std::array<std::string_view, 6> grammar{"{", "!", "then", "do", "else", "("};
    if (is_one_of(written.text, grammar)) return run_words(arguments, Call(written.text, arguments, command, script));
    if (written.text.find(' ') != std::string::npos) {
        // What a substitution printed is split into words again: $(echo rm -rf src).
        Word whole;
        for (const Word& word : command.words) {
            whole.text += (whole.text.empty() ? "" : " ") + word.text;
            whole.certainty = std::max(whole.certainty, word.certainty);
        }
        return run_text(whole, Call(written.text, arguments, command, script));
    }
    if (written.text.starts_with('!') && written.text.size() > 1)
        return note(ShellClass::unknown, Call(written.text, arguments, command, script),
                    "repeats what was typed before");
    const bool is_function =
        std::find(script.functions.begin(), script.functions.end(), written.text) != script.functions.end();
    if (judge_alias(command, script)) return;
    if (is_scratch(written)) {
        // Our own program keeps to a person what is theirs wherever it lies, and nothing gains by having its name.
        const std::string program = plain_program(written.text);
        if (program == "hivemind") judge_plain_program(Call(program, arguments, command, script), *this);
        return runs_file(written, Call(written.text, arguments, command, script));
    }
    note_built(command);
    const bool is_script = is_own_script(written.text) && written.certainty == Certainty::plain;
    const Call call(is_script || is_function ? written.text : plain_program(written.text), arguments, command, script);
    if (is_function) {
        const bool feeds_itself = command.fed_by.has_value();
        return note(feeds_itself ? ShellClass::destructive : ShellClass::read, call,
                    feeds_itself ? "pipes a function into itself" : "calls a function of the text");
    }
    judge_call(call);
}

// alias x=rm, and in a later line x -rf src: the words stand for what was named.
bool Judge::judge_alias(const Command& command, const Script& script) {
    const auto at = std::find_if(aliases_.begin(), aliases_.end(),
                                 [&](const Assigned& each) { return each.name == command.words.front().text; });
    if (at == aliases_.end()) return false;
    // Within what it stands for the name means itself again: alias ls='ls -l'.
    const Assigned alias = *at;
    aliases_.erase(at);
    const Script meant = parse_script(alias.value.text);
    std::vector<Word> words;
    if (!meant.commands.empty()) words = meant.commands.back().words;
    words.insert(words.end(), command.words.begin() + 1, command.words.end());
    run_words(words, Call(alias.name, std::span(command.words).subspan(1), command, script));
    aliases_.push_back(alias);
    return true;
}

void Judge::judge_call(const Call& call) {
    if (is_question(call)) return note(ShellClass::read, call, "only asks");
    judgement_.rewrites |= hm::shell::rewrites(call);
    if (judge_open_words(call, *this)) return;
    if (fills_the_disk(call)) return note(ShellClass::destructive, call, "fills the disk or the memory");
    if (is_own_script(call.program())) {
        if (judge_publishing(call, *this) || judge_other_agent(call, *this) || judge_given_code(call, *this)) return;
        if (says_it_takes_away(call)) return note(ShellClass::destructive, call, "says that it takes something away");
        judge_held_commands(call, *this);
        return runs_file({call.program()}, call);
    }
    if (judge_applied_patch(call, *this)) return;
    tells_recipes(call);
    for (const auto judge : {judge_publishing,   judge_other_agent,       judge_tunnel,
                             judge_given_code,   judge_foreign_code,      judge_wrapper,
                             judge_interpreter,  judge_removal,           judge_found_files,
                             judge_git,          judge_packing,           judge_network_program,
                             judge_batch_editor, judge_file_program,      judge_reader_with_output,
                             judge_database,     judge_container_program, judge_package_program,
                             judge_ending,       judge_plain_program}) {
        if (!judge(call, *this)) continue;
        if (judge == judge_package_program) judge_held_commands(call, *this);
        return;
    }
    judge_other_program(call, *this);
}

ShellEffect Judge::take_trial(ShellJudgement tried) {
    judgement_.removes.insert(judgement_.removes.end(), tried.removes.begin(), tried.removes.end());
    judgement_.rewrites |= tried.rewrites;
    return std::move(tried.worst);
}

ShellEffect Judge::trial_of_text(const Word& text, const Call& call) {
    Judge trial(own_, depth_ + 1);
    trial.run_text(text, call);
    return take_trial(trial.take());
}

ShellEffect Judge::trial_of_words(std::span<const Word> words, const Call& call) {
    Judge trial(own_, depth_ + 1);
    trial.run_words(words, call);
    return take_trial(trial.take());
}

}  // namespace hm::shell
