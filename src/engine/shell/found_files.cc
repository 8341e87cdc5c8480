// find, xargs and their like: what counts is what they do to the files they find or are given.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

struct FindFacts {
    bool picks_outputs = false;  // only what builds leave, or files of one plain name
    bool stays = true;           // below the project
    std::string name;            // the one plain name it looks for
    std::string ending;          // of what it looks for: -name '*.ts'
    std::vector<Word> places;    // where what it picks lies, as patterns; nothing when it picks files by their endings

    // What stands for a file that it finds.
    Word one_found() const {
        const std::string found = name.empty() ? std::string(found_name) + ending : name;
        return {(stays ? "" : "/") + found, Certainty::plain, false, Openness::names};
    }
};

bool is_pick(std::string_view test) {
    constexpr std::array<std::string_view, 5> picks{"-name", "-iname", "-path", "-wholename", "-regex"};
    return is_one_of(test, picks);
}

// *.pyc, *.o: files of which many lie about, and none of which is kept by hand.
bool names_files(const std::string& pattern) {
    return pattern.starts_with('*') && pattern.find('/') == std::string::npos && !is_output_folder(pattern.substr(1));
}

// What find would take: all of the places where it starts, or what has one of the names below them.
std::vector<Word> places_of(std::span<const Word> starts, const std::vector<std::string>& patterns,
                            bool starts_in_outputs) {
    std::vector<Word> places;
    if (std::all_of(patterns.begin(), patterns.end(), names_files) && !patterns.empty()) return places;
    static const std::array<Word, 1> here{Word{"."}};
    for (const Word& start : starts.empty() ? std::span<const Word>(here) : starts) {
        if (starts_in_outputs) {
            places.push_back(start);
            continue;
        }
        for (const std::string& pattern : patterns) {
            if (names_files(pattern)) continue;
            // -path '*/dist/*' and -name dist are told from anywhere below, -path './a/dist' from where it starts.
            std::string_view below = pattern;
            while (below.ends_with("/*")) below.remove_suffix(2);
            const bool is_path = below.find('/') != std::string_view::npos && !below.starts_with("*/");
            if (below.starts_with("*/")) below.remove_prefix(2);
            places.push_back({(is_path ? "" : start.text + "/**/") + std::string(below), start.certainty, true});
        }
    }
    return places;
}

// '.*\\.pyc$' stands for *.pyc; any other expression may match anything.
std::string ending_of_regex(std::string text) {
    std::erase_if(text, [](char c) { return c == '\\' || c == '$'; });
    const std::string ending = text.substr(std::min(text.rfind('.'), text.size()));
    return is_output_file(ending) ? "*" + ending : "*";
}

FindFacts facts_of(std::span<const Word> words) {
    FindFacts facts;
    std::size_t at = 0;
    bool starts_in_outputs = true;
    for (; at < words.size() && !words[at].text.starts_with("-") && words[at].text != "(" && words[at].text != "!";
         ++at) {
        facts.stays &= stays_inside(words[at]) || is_scratch(words[at]);
        starts_in_outputs &= is_build_output(words[at].text) && !is_of_two_meanings(words[at].text);
    }
    starts_in_outputs &= at > 0;
    const std::span<const Word> starts = words.subspan(0, at);
    std::vector<std::string> patterns;
    // -name a -o -type f: what stands on either side of an or has to pick by itself.
    bool picks_all_ways = true;
    bool has_pick = false;
    for (std::size_t i = at; i < words.size(); ++i) {
        has_pick |= is_pick(words[i].text) || words[i].text == "-prune";
        if (words[i].text != "-o" && words[i].text != "-or" && words[i].text != ",") continue;
        picks_all_ways &= has_pick;
        has_pick = false;
    }
    picks_all_ways &= has_pick;
    for (; at + 1 < words.size(); ++at) {
        const bool is_negated = at > 0 && (words[at - 1].text == "!" || words[at - 1].text == "-not");
        const bool is_prune =
            at + 2 < words.size() && words[at + 2].text == "-prune" && !is_build_output(words[at + 1].text);
        if (!is_pick(words[at].text) || is_negated || is_prune) continue;
        const bool is_regex = words[at].text == "-regex";
        patterns.push_back(words[at + 1].certainty != Certainty::plain ? "*"
                           : is_regex                                  ? ending_of_regex(words[at + 1].text)
                                                                       : words[at + 1].text);
    }
    const auto has_star = [](const std::string& p) { return p.find_first_of("*?[") != std::string::npos; };
    facts.picks_outputs = starts_in_outputs || (picks_all_ways && !patterns.empty() &&
                                                std::all_of(patterns.begin(), patterns.end(), is_build_output));
    if (facts.picks_outputs) facts.places = places_of(starts, patterns, starts_in_outputs);
    if (patterns.size() == 1 && !has_star(patterns.front())) facts.name = patterns.front();
    if (!patterns.empty() && patterns.front().starts_with("*.") && !has_star(patterns.front().substr(1)))
        facts.ending = patterns.front().substr(1);
    return facts;
}

// The words between -exec and ; or +.
std::vector<Word> executed(std::span<const Word> words, std::size_t at) {
    std::vector<Word> inner;
    for (std::size_t i = at + 1; i < words.size() && words[i].text != ";" && words[i].text != "+"; ++i) {
        inner.push_back(words[i]);
    }
    return inner;
}

bool removes(const std::vector<Word>& inner) {
    constexpr std::array<std::string_view, 6> removers{"rm", "rmdir", "unlink", "shred", "rimraf", "/bin/rm"};
    return !inner.empty() && is_one_of(inner.front().text, removers);
}

// A text for a shell in which the file is only a word of programs that neither remove nor overwrite.
bool may_take_a_file(std::string_view text) {
    const Script script = parse_script(text);
    const bool is_plain = script.problems.empty() && script.too_much.empty() && script.redirects.empty();
    return is_plain && std::all_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
               if (command.words.empty() || !command.redirects.empty()) return false;
               const Word& program = command.words.front();
               const bool is_named =
                   program.certainty == Certainty::plain && program.text.find("{}") == std::string::npos;
               return is_named && (!is_grave_name(plain_program(program.text)) ||
                                   is_listed(program.text, "git sed python python3 node"));
           });
}

// Puts the file where the command has {}. Inside a longer text it may be anything, unless all that is done there is
// harmless to any file of the project. Answers whether there was such a place.
bool put_in(std::vector<Word>& inner, const Word& file) {
    bool has_place = false;
    for (Word& word : inner) {
        if (word.text.find("{}") == std::string::npos) continue;
        has_place = true;
        if (word.text == "{}") {
            word = file;
        } else if (file.certainty == Certainty::plain && word.certainty == Certainty::plain &&
                   may_take_a_file(word.text)) {
            for (std::size_t at = word.text.find("{}"); at != std::string::npos; at = word.text.find("{}", at))
                word.text.replace(at, 2, file.text);
            word.openness = file.openness;
        } else {
            word.certainty = Certainty::unknown;
        }
    }
    return has_place;
}

// xargs -I % sh -c 'rm %': whatever stands for the file, here it is {}.
void name_place(std::vector<Word>& inner, const std::optional<Word>& place) {
    if (!place || place->text.empty() || place->text == "{}") return;
    for (Word& word : inner) {
        for (std::size_t at = word.text.find(place->text); at != std::string::npos;
             at = word.text.find(place->text, at + 2))
            word.text.replace(at, place->text.size(), "{}");
    }
}

// What only picks from the names that it is fed.
bool only_picks(const Command& command) {
    return command.fed_by && !command.words.empty() && !command.is_part_of_block &&
           is_listed(command.words.front().text, "grep egrep fgrep sort uniq head tail") &&
           std::none_of(command.words.begin() + 1, command.words.end(),
                        [](const Word& w) { return w.text == "-o" || w.text == "--only-matching" || w.text == "-h"; });
}

void note_removal(bool is_bounded, std::span<const Word> places, const Call& call, Judge& judge) {
    for (const Word& place : places) {
        if (is_bounded) judge.removes(place, call);
    }
    judge.note(is_bounded ? ShellClass::write : ShellClass::destructive, call,
               is_bounded ? "removes what builds leave, picked by name" : "removes whatever it finds or is given");
}

void judge_find(const Call& call, Judge& judge) {
    const FindFacts facts = facts_of(call.arguments());
    const auto words = call.arguments();
    judge.note(ShellClass::read, call, "looks for files");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& test = words[i].text;
        const bool runs = test == "-exec" || test == "-execdir" || test == "-ok" || test == "-okdir";
        if (test == "-delete") {
            note_removal(facts.stays && facts.picks_outputs, facts.places, call, judge);
        } else if (test == "-fprint" || test == "-fls" || test == "-fprintf") {
            if (i + 1 < words.size()) judge.writes(words[i + 1], call);
            // A list of files is no program: what stood there is lost.
            const bool is_lost = i + 1 < words.size() && is_source_file(words[i + 1].text);
            judge.note(is_lost ? ShellClass::destructive : ShellClass::write, call, "writes what it finds to a file");
        } else if (runs) {
            std::vector<Word> inner = executed(words, i);
            if (removes(inner)) {
                note_removal(facts.stays && facts.picks_outputs, facts.places, call, judge);
            } else {
                put_in(inner, facts.one_found());
                judge.run_words(inner, call);
            }
        }
    }
}

}  // namespace

bool lists_inside(const Command& feeder) {
    if (feeder.words.empty() || feeder.is_part_of_block) return false;
    const std::string& program = feeder.words.front().text;
    const std::span<const Word> rest = std::span(feeder.words).subspan(1);
    if (program == "find") return facts_of(rest).stays;
    constexpr std::array<std::string_view, 6> listers{"grep", "rg", "git", "ls", "fd", "ag"};
    if (!is_one_of(program, listers)) return false;
    return std::all_of(rest.begin(), rest.end(), [](const Word& word) {
        return word.text.starts_with("-") || (word.certainty == Certainty::plain && !word.text.starts_with("/") &&
                                              !word.text.starts_with("~") && !word.text.starts_with(".."));
    });
}

// Whether a command prints names alone, of files, branches or commits, and nothing that somebody could write there.
static bool prints_names(const Command& feeder) {
    const std::string& program = feeder.words.front().text;
    const auto has = [&](std::string_view list) {
        return std::any_of(feeder.words.begin() + 1, feeder.words.end(), [&](const Word& word) {
            const bool is_letters = word.text.size() > 1 && word.text[0] == '-' && word.text[1] != '-';
            return is_listed(word.text, list) ||
                   (is_letters && word.text.find('l') != std::string::npos && is_listed("-l", list));
        });
    };
    if (program == "find") return !has("-printf -fprintf -exec -execdir -ok -okdir");
    if (program == "grep" || program == "rg" || program == "ag")
        return has("-l -L --files --files-with-matches --files-without-match");
    if (program != "git") return true;
    if (has("grep")) return has("-l --name-only --files-with-matches");
    const bool is_formed = std::any_of(feeder.words.begin() + 1, feeder.words.end(), [](const Word& word) {
        const std::size_t equals = word.text.find('=');
        const bool forms = word.text.starts_with("--format") || word.text.starts_with("--pretty");
        return forms && (equals == std::string::npos ||
                         !is_listed(std::string_view(word.text).substr(equals + 1),
                                    "%H %h format:%H format:%h %(refname:short) %(refname) %(objectname)"));
    });
    return !is_formed && has("ls-files ls-tree branch tag rev-list for-each-ref --name-only --format=%H --format=%h "
                             "--pretty=format:%h --pretty=format:%H");
}

std::optional<std::vector<Word>> found_outputs(const Word& substitution) {
    const std::string_view text = substitution.text;
    const bool is_ticked = text.size() > 2 && text.starts_with('`') && text.ends_with('`');
    if (!is_ticked && !(text.starts_with("$(") && text.ends_with(')'))) return std::nullopt;
    const Script script = parse_script(is_ticked ? text.substr(1, text.size() - 2) : text.substr(2, text.size() - 3));
    if (script.commands.size() != 1 || !script.problems.empty()) return std::nullopt;
    const Command& command = script.commands.front();
    if (command.words.empty() || command.words.front().text != "find" || !command.redirects.empty())
        return std::nullopt;
    FindFacts facts = facts_of(std::span(command.words).subspan(1));
    if (!facts.stays || !facts.picks_outputs) return std::nullopt;
    return std::move(facts.places);
}

bool lists_inside(const Word& substitution) {
    if (!substitution.text.starts_with("$(") || !substitution.text.ends_with(')')) return false;
    const std::string_view inside = std::string_view(substitution.text).substr(2, substitution.text.size() - 3);
    const Script script = parse_script(inside);
    return script.commands.size() == 1 && script.problems.empty() && script.redirects.empty() &&
           script.commands.front().redirects.empty() && lists_inside(script.commands.front());
}

namespace {

// The value of -I, also -I% and -i%.
std::optional<Word> place_name(std::span<const Word> options) {
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string& text = options[i].text;
        if (text == "-I" || text == "--replace" || text == "-J")
            return i + 1 < options.size() ? std::optional(options[i + 1]) : std::nullopt;
        if (text.starts_with("-I") || (text.starts_with("-i") && text.size() > 2)) return Word{text.substr(2)};
        if (text.starts_with("--replace=")) return Word{text.substr(10)};
    }
    return std::nullopt;
}

// parallel git {1} {2} ::: push ::: --force
bool has_numbered_place(const Word& word) {
    const std::size_t at = word.text.find('{');
    return at != std::string::npos && at + 1 < word.text.size() &&
           std::string_view("123456789./+-=#").find(word.text[at + 1]) != std::string_view::npos;
}

void judge_xargs(const Call& call, Judge& judge) {
    constexpr std::array<std::string_view, 24> with_value{
        "-n",          "-P",         "-I",          "-L",        "-d",          "-a",
        "-s",          "-E",         "-J",          "-R",        "-j",          "--jobs",
        "--max-args",  "--arg-file", "--delimiter", "--replace", "--max-lines", "--max-procs",
        "--max-chars", "--results",  "--joblog",    "--colsep",  "-S",          "--sshlogin"};
    const bool is_parallel = call.program().ends_with("parallel");
    std::span<const Word> words = call.arguments();
    const auto given_at =
        std::find_if(words.begin(), words.end(), [](const Word& w) { return w.text.starts_with(":::"); });
    const auto before = static_cast<std::size_t>(given_at - words.begin());
    const std::span<const Word> own_words = words.subspan(0, before);
    const bool is_numbered = is_parallel && std::any_of(own_words.begin(), own_words.end(), has_numbered_place);
    // parallel git :::: file takes its words from the file, and --colsep splits each of them.
    const bool is_given = is_parallel && !is_numbered && before < words.size() && !given_at->text.starts_with("::::") &&
                          !call.has_flag('C', "colsep") && !call.has_flag('a', "arg-file");
    const std::span<const Word> given_words = is_given ? words.subspan(before + 1) : std::span<const Word>();
    if (is_parallel) words = words.subspan(0, before);
    std::size_t at = 0;
    for (; at < words.size() && words[at].text.starts_with("-"); ++at) {
        if (is_one_of(words[at].text, with_value)) ++at;
    }
    std::vector<Word> inner(words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())), words.end());
    if (!is_parallel) name_place(inner, place_name(call.arguments().subspan(0, std::min(at, words.size()))));
    // parallel ::: 'a text' runs the texts; behind a command each of them is its argument.
    if (inner.empty() && !given_words.empty()) {
        for (const Word& text : given_words) judge.run_text(text, call);
        return;
    }
    if (!given_words.empty() && removes(inner)) {
        const bool only_outputs = std::all_of(given_words.begin(), given_words.end(), [](const Word& each) {
            return stays_inside(each) && is_build_output(each.text);
        });
        return note_removal(only_outputs, given_words, call, judge);
    }
    for (const Word& each : given_words) {
        std::vector<Word> with = inner;
        if (!put_in(with, each)) with.push_back(each);
        judge.run_words(with, call);
    }
    if (!given_words.empty()) return;
    if (inner.empty() && is_parallel) return judge.note(ShellClass::unknown, call, "runs what it is given");
    if (inner.empty()) return judge.note(ShellClass::read, call, "prints what it is given");
    const auto& fed_by = call.command().fed_by;
    const auto& commands = call.script().commands;
    const Command* feeder = fed_by && *fed_by < commands.size() ? &commands[*fed_by] : nullptr;
    for (int i = 0; feeder != nullptr && i < 10 && only_picks(*feeder) && *feeder->fed_by < commands.size(); ++i)
        feeder = &commands[*feeder->fed_by];
    // What grep picks from another program's output is no list of files.
    const bool is_inside =
        feeder != nullptr && lists_inside(*feeder) && !(feeder->fed_by && feeder->words.front().text.ends_with("grep"));
    if (removes(inner)) {
        const bool is_find = is_inside && feeder->words.front().text == "find";
        const FindFacts found = is_find ? facts_of(std::span(feeder->words).subspan(1)) : FindFacts{};
        return note_removal(found.picks_outputs, found.places, call, judge);
    }
    const Openness openness = is_inside && prints_names(*feeder) ? Openness::names : Openness::anything;
    const Word given = is_inside ? Word{std::string(found_name), Certainty::plain, false, openness}
                                 : Word{"whatever it is given", Certainty::unknown, false, openness};
    for (Word& word : inner) {
        if (is_numbered && has_numbered_place(word)) word = given;
    }
    if (!put_in(inner, given)) inner.push_back(given);
    judge.run_words(inner, call);
}

}  // namespace

bool judge_found_files(const Call& call, Judge& judge) {
    if (call.program() == "find" || call.program() == "gfind") {
        judge_find(call, judge);
    } else if (is_listed(call.program(), "xargs parallel env_parallel xe")) {
        judge_xargs(call, judge);
    } else if (call.program() == "fd" || call.program() == "fdfind") {
        const auto words = call.arguments();
        const Word* run = call.value_of({"-x", "-X", "--exec", "--exec-batch"});
        judge.note(ShellClass::read, call, "looks for files");
        if (run != nullptr) {
            const auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return &w == run; });
            const auto rest = words.subspan(static_cast<std::size_t>(at - words.begin()));
            std::vector<Word> inner(rest.begin(), rest.end());
            const Word found{std::string(found_name), Certainty::plain, false, Openness::names};
            if (!put_in(inner, found)) inner.push_back(found);
            removes(inner) ? note_removal(false, {}, call, judge) : judge.run_words(inner, call);
        }
    } else {
        return false;
    }
    return true;
}

}  // namespace hm::shell
