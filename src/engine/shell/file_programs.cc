// Programs that make, copy, move and change files. Their targets go through the path rules.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/shell/call.h"
#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

bool is_empty_source(const Word& word) {
    return word.text == "/dev/null" || word.text == "/dev/zero" || word.text == "/dev/random" ||
           word.text == "/dev/urandom";
}

// What stands where a copy goes is lost, unless the program is told to leave or keep it. What the text itself has just
// made is a new version of the file, as an editor would write it.
void note_replaced(const Call& call, std::span<const Word> sources, const Word& target, Judge& judge) {
    const bool forces = call.has_flag('f', "force");
    const bool keeps = call.program() == "ln" || call.has_flag('n', "no-clobber") || call.has_flag('b', "backup") ||
                       call.has_flag('i', "interactive");
    if ((keeps && !forces) || target.has_glob) return;
    for (const Word& source : sources) {
        if (judge.has_made(source)) continue;
        judge.takes(target, {.kind = RemovalKind::content, .other = source.text, .has_other_glob = source.has_glob});
    }
}

void judge_copy(const Call& call, Judge& judge) {
    std::vector<Word> operands = call.operands({"-t", "--target-directory", "-S", "--suffix", "-m", "-o", "-g"});
    const Word* directory = call.value_of({"-t", "--target-directory"});
    if (directory == nullptr && operands.empty()) return judge.note(ShellClass::read, call, "copies nothing");
    const Word target = directory != nullptr ? *directory : operands.back();
    if (directory == nullptr && call.program() == "ln" && operands.size() == 1) {
        // ln -s ../a makes ./a
        judge.writes({target.text.substr(target.text.rfind('/') + 1), target.certainty, false}, call);
        return judge.note(ShellClass::write, call, "makes a link");
    }
    if (directory == nullptr) operands.pop_back();
    const bool moves = call.program() == "mv";
    const bool links_out = call.program() == "ln" && call.has_flag('s', "symbolic") &&
                           std::any_of(operands.begin(), operands.end(), [](const Word& w) {
                               return w.text.starts_with("/") && !is_scratch(w) && !w.text.starts_with("/dev/null");
                           });
    if (links_out) judge.note(ShellClass::unknown, call, "makes a way out of the project");
    const bool empties = std::any_of(operands.begin(), operands.end(), is_empty_source);
    const bool is_plain_copy = !moves && call.program() != "ln" && operands.size() == 1;
    if ((empties && !(is_plain_copy && operands.front().text == "/dev/null")) || (moves && is_empty_source(target)))
        return judge.note(ShellClass::destructive, call, "overwrites with nothing");
    empties ? judge.empties(target, call) : note_replaced(call, operands, target, judge);
    for (const Word& source : operands) {
        if (!moves) break;
        const bool is_outside = is_scratch(target) || target.text == "/tmp" || target.text == "/tmp/";
        const bool is_lost = is_outside && !is_scratch(source) && !is_build_output(source.text);
        if (is_lost) return judge.note(ShellClass::destructive, call, "moves files out of the project");
        if (!is_build_output(source.text)) judge.moves_to(target);
        judge.takes(source, {.kind = RemovalKind::moved, .other = target.text});
        judge.writes(source, call);
    }
    judge.writes(target, call);
    judge.note(ShellClass::write, call, moves ? "moves files" : "copies files");
}

void judge_all_operands(const Call& call, Judge& judge, std::string why) {
    const bool punches =
        call.program() == "fallocate" &&
        (call.has_flag('p', "punch-hole") || call.has_flag('z', "zero-range") || call.has_flag('c', "collapse-range"));
    if (punches) return judge.note(ShellClass::destructive, call, "takes out what a file holds");
    for (const Word& word :
         call.operands({"-d", "-t", "-r", "-m", "-s", "--date", "--reference", "--mode", "--size", "-p"}))
        judge.writes(word, call);
    judge.note(ShellClass::write, call, std::move(why));
}

// What a web server must be able to write.
bool is_served_folder(const Word& path) {
    constexpr std::array<std::string_view, 7> served{"storage", "bootstrap/cache", "cache", "logs", "uploads",
                                                     "var",     "writable"};
    return stays_inside(path) && is_one_of(path.text, served);
}

void judge_modes(const Call& call, Judge& judge) {
    std::vector<Word> operands = call.operands({"--reference"});
    std::string mode = operands.empty() ? "" : operands.front().text;
    // chmod -R -x .: a mode may begin as an option does.
    const auto taking = std::find_if(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return w.text.size() > 1 && w.text.front() == '-' && w.text.find_first_not_of("-rwxXst,") == std::string::npos;
    });
    const bool is_taken = call.program() == "chmod" && taking != call.arguments().end();
    if (is_taken) mode = "a" + taking->text;
    const bool has_mode = !call.has_flag(0, "reference") && call.program() != "setfacl";
    if (!operands.empty() && has_mode && !is_taken) operands.erase(operands.begin());
    const bool is_recursive = call.has_flag('R', "recursive");
    for (const Word& path : operands) {
        const bool is_wide = path.text == "." || path.text == "/" || path.text == "~" || path.text == ".." ||
                             path.text == "*" || path.text == "./" || path.text == "/*" ||
                             path.certainty == Certainty::unknown;
        const bool gives_root = call.program() == "chmod" && (mode.find("+s") != std::string::npos ||
                                                              (mode.size() == 4 && mode[0] >= '2' && mode[0] <= '7'));
        const bool shuts_one = call.program() == "chmod" && (mode == "000" || mode == "0" || mode == "0000");
        if (gives_root || shuts_one) return judge.note(ShellClass::destructive, call, "gives away or takes all rights");
        const bool is_served = is_served_folder(path);
        const bool takes_over = is_recursive && call.program() != "chmod" && call.program() != "setfacl";
        if (takes_over && !is_served && !is_scratch(path) && !is_build_output(path.text))
            return judge.note(ShellClass::destructive, call, fmt::format("gives away all of {}", path.text));
        const bool shuts =
            !is_served && (mode == "000" || mode.find("u-r") != std::string::npos || mode.ends_with("u=") ||
                           mode.ends_with("a=") || mode == "0" || mode == "777" || mode == "0777" || mode == "a-rwx" ||
                           mode == "a-r" || mode == "a+rwx" || mode == "ugo+rwx");
        if (is_recursive && (is_wide || shuts))
            return judge.note(ShellClass::destructive, call, fmt::format("changes the rights of all of {}", path.text));
        const bool is_system = path.text.starts_with("/") && !is_scratch(path);
        if (is_system && (is_recursive || shuts))
            return judge.note(ShellClass::destructive, call, fmt::format("changes the rights of {}", path.text));
        judge.changes_rights(path, call);
    }
    judge.note(ShellClass::write, call, "changes rights");
}

void judge_dd(const Call& call, Judge& judge) {
    const auto& redirects = call.command().redirects;
    const bool is_fed_nothing = std::any_of(redirects.begin(), redirects.end(), [](const Redirect& redirect) {
        return redirect.kind == RedirectKind::reads && is_empty_source(redirect.target);
    });
    const bool empties =
        is_fed_nothing || std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
            return w.text.starts_with("if=") && is_empty_source({w.text.substr(3)});
        });
    for (const Word& word : call.arguments()) {
        if (!word.text.starts_with("of=")) continue;
        const Word target{word.text.substr(3), word.certainty, word.has_glob};
        if (target.text.starts_with("/dev/") && !is_scratch(target))
            return judge.note(ShellClass::destructive, call, "writes over a device");
        if (empties || call.has_word("count=0")) judge.empties(target, call);
        judge.writes(target, call);
        judge.note(ShellClass::write, call, "writes a file");
    }
    judge.note(ShellClass::read, call, "reads blocks");
}

// A w or e command of sed writes or runs.
bool does_more_than_edit(std::string_view code) {
    for (std::size_t i = 0; i < code.size(); ++i) {
        const bool is_addressed = i > 0 && (std::isdigit(static_cast<unsigned char>(code[i - 1])) != 0 ||
                                            code[i - 1] == '$' || code[i - 1] == '/');
        if (is_addressed && (code.substr(i).starts_with("e ") || code.substr(i).starts_with("w "))) return true;
        const bool starts = i == 0 || code[i - 1] == ';' || code[i - 1] == '\n' || code[i - 1] == '}' ||
                            code[i - 1] == '{' || code[i - 1] == ' ';
        const bool is_write = code[i] == 'w' && i + 1 < code.size() && code[i + 1] == ' ';
        const bool is_run = code[i] == 'e' && (i + 1 == code.size() || code[i + 1] == ' ' || code[i + 1] == ';');
        if (starts && (is_write || is_run) && (i == 0 || code[i - 1] != ' ' || i == 1)) return true;
        const bool ends_substitution = (code[i] == '/' || code[i] == '|' || code[i] == '#') && i + 1 < code.size();
        if (ends_substitution &&
            (code.substr(i + 1) == "e" || code.substr(i + 1) == "ge" || code.substr(i + 1).starts_with("w ")))
            return true;
    }
    return false;
}

// A script of sed after which little of the file is there: all lines go, all but a few, or what they say.
bool leaves_little(std::string_view code) {
    constexpr std::array<std::string_view, 14> emptying{"/./d", "/.*/d", "/^/d", "s/.*//", "s/.*//g", "s/^.*$//", "d",
                                                        "Q",    "1Q",    "1,$d", "1,$ d",  "0~1d",    "1~1d",     "1q"};
    const bool is_long_range = code.starts_with("1,") && code.size() > 5 && code.ends_with('d') &&
                               code.find_first_not_of("0123456789,d") == std::string_view::npos;
    const bool is_tail = code.ends_with(",$d") && code[0] >= '1' && code[0] <= '9' && code.size() <= 4;
    const bool keeps_a_few = code.ends_with("!d") || code.ends_with("! d");
    return is_long_range || is_tail || keeps_a_few || is_one_of(code, emptying);
}

void judge_sed(const Call& call, Judge& judge) {
    const bool edits = call.has_flag('i', "in-place");
    std::vector<Word> operands = call.operands({"-e", "-f", "--expression", "--file", "-l"});
    // sed -i '' 's/a/b/' x: on some systems the ending of a copy stands apart.
    if (edits && operands.size() > 1 && operands.front().text.empty()) operands.erase(operands.begin());
    const Word* given = call.value_of({"-e", "--expression"});
    const Word code = given != nullptr ? *given : operands.empty() ? Word{} : operands.front();
    if (given == nullptr && !call.has_flag('f', "file") && !operands.empty()) operands.erase(operands.begin());
    const bool does_more = std::any_of(call.arguments().begin(), call.arguments().end(), [&](const Word& word) {
        const bool is_given = &word != call.arguments().data() && (&word)[-1].text == "-e";
        if (word.text.starts_with("--expression=")) return does_more_than_edit(std::string_view(word.text).substr(13));
        return is_given && does_more_than_edit(word.text);
    });
    if (does_more || does_more_than_edit(code.text))
        return judge.note(ShellClass::unknown, call, "has a script that writes or runs");
    if (!edits) return judge.note(ShellClass::read, call, "prints what it edits");
    const bool keeps_nothing = leaves_little(code.text) || call.has_flag('n', "quiet") || call.has_flag(0, "silent");
    if (keeps_nothing) return judge.note(ShellClass::destructive, call, "leaves little or nothing of what it edits");
    for (const Word& path : operands) {
        if (!path.text.empty() && !lists_inside(path)) judge.writes(path, call);
    }
    judge.note(ShellClass::write, call, "edits files");
}

// print $1 > FILENAME ".bak": what stands behind a print and outside of quotes and brackets. A comparison stands
// before.
bool prints_to_a_file(std::string_view code) {
    for (std::size_t at = code.find("print"); at != std::string_view::npos; at = code.find("print", at + 1)) {
        bool is_quoted = false;
        int depth = 0;
        for (std::size_t i = at; i < code.size(); ++i) {
            const char c = code[i];
            if (c == '"' && code[i - 1] != '\\') is_quoted = !is_quoted;
            if (is_quoted) continue;
            if (c == ';' || c == '}' || c == '\n') break;
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '>' && depth <= 0) return true;
        }
    }
    return false;
}

void judge_awk(const Call& call, Judge& judge) {
    const auto operands = call.operands({"-F", "-v", "-f", "--assign", "--field-separator"});
    const Word* script = call.value_of({"-f", "--file"});
    if (script != nullptr && (script->text == "-" || script->text.starts_with("/dev/")))
        return judge.note(ShellClass::unknown, call, "runs a program that it is fed");
    if (call.has_flag('f', "file")) return judge.note(ShellClass::build_test, call, "runs a script of the project");
    const Word code = operands.empty() ? Word{} : operands.front();
    const bool acts = prints_to_a_file(code.text) || code.text.find("system") != std::string::npos ||
                      code.text.find("| \"") != std::string::npos || code.text.find("|\"") != std::string::npos ||
                      code.text.find("> \"") != std::string::npos || code.text.find(">\"") != std::string::npos ||
                      code.text.find("getline") != std::string::npos ||
                      code.text.find("print >") != std::string::npos || code.text.find(">>") != std::string::npos;
    const bool is_unsure = acts || code.certainty == Certainty::unknown || call.has_flag('i', "include");
    judge.note(is_unsure ? ShellClass::unknown : ShellClass::read, call,
               is_unsure ? "has a program that may write or run" : "prints what it picks");
}

bool is_compressor(const Word* program) {
    constexpr std::array<std::string_view, 10> known{"zstd",  "pigz",   "lz4",  "xz",     "gzip",
                                                     "bzip2", "pbzip2", "pixz", "brotli", "zstdmt"};
    if (program == nullptr || program->certainty != Certainty::plain) return false;
    const std::string_view text = program->text;
    return is_one_of(text.substr(0, text.find(' ')), known) && text.find_first_of(";|&$`(") == std::string_view::npos;
}

// --checkpoint=100 only tells how far it is.
bool names_checkpoint_action(const Call& call) {
    const auto words = call.arguments();
    return std::any_of(words.begin(), words.end(), [](const Word& w) { return w.text.starts_with("--checkpoint-a"); });
}

void judge_archive(const Call& call, Judge& judge) {
    const bool runs = call.has_flag(0, "to-command") || names_checkpoint_action(call) ||
                      call.has_flag(0, "use-compress-program") || call.has_flag(0, "rsh-command") ||
                      (call.program() == "tar" && call.has_flag('I') && !is_compressor(call.value_of({"-I"}))) ||
                      call.has_word("-TT") || call.has_flag(0, "unzip-command");
    if (runs) return judge.note(ShellClass::unknown, call, "runs a program on what it packs");
    const std::string letters = call.arguments().empty() ? "" : call.arguments().front().text;
    const bool is_bundled = call.program() == "tar" && !letters.starts_with("-") && letters.size() <= 8 &&
                            letters.find('P') != std::string::npos && letters.find('.') == std::string::npos;
    const bool unpacks_anywhere =
        is_bundled || call.has_flag(0, "absolute-names") || (call.program() == "tar" && call.has_flag('P'));
    if (unpacks_anywhere) return judge.note(ShellClass::destructive, call, "writes wherever the archive says");
    if (call.has_word("-sdel")) return judge.note(ShellClass::destructive, call, "removes what it has packed");
    const bool removes = call.has_flag(0, "remove-files") || (call.program() == "zip" && call.has_flag('m', "move"));
    if (removes) return judge.note(ShellClass::destructive, call, "removes what it has packed");
    for (const Word& file : call.operands()) judge.packs(file);
    if (const Word* directory = call.value_of({"-C", "--directory", "-d"})) judge.writes(*directory, call);
    const std::string first = call.arguments().empty() ? "" : call.arguments().front().text;
    const bool lists = call.program() == "tar" && (call.has_flag('t', "list") ||
                                                   (!first.starts_with("-") && first.find('t') != std::string::npos &&
                                                    first.find_first_of("cx") == std::string::npos));
    const bool only_lists = lists || ((call.program() == "unzip" || call.program() == "zipinfo") &&
                                      (call.has_flag('l') || call.has_flag('t') || call.has_flag('Z')));
    judge.note(only_lists ? ShellClass::read : ShellClass::write, call,
               only_lists ? "lists what is packed" : "packs or unpacks files");
}

void judge_rsync(const Call& call, Judge& judge) {
    const bool deletes = std::any_of(call.arguments().begin(), call.arguments().end(), [](const Word& w) {
        return w.text.starts_with("--delete") || w.text == "--remove-source-files" || w.text == "--del";
    });
    if (deletes) return judge.note(ShellClass::destructive, call, "removes what the other side lacks");
    if (call.has_flag('e', "rsh")) {
        if (const Word* shell = call.value_of({"-e", "--rsh"}); shell != nullptr && !shell->text.starts_with("ssh"))
            return judge.note(ShellClass::unknown, call, "runs a program of its own");
    }
    const auto operands =
        call.operands({"-e", "--rsh", "--exclude", "--include", "--filter", "--exclude-from", "--log-file"});
    if (!operands.empty()) {
        const bool is_remote = operands.back().text.find(':') != std::string::npos;
        // Not all words: rsync -e 'ssh -i ~/.ssh/deploy' dist/ host:
        if (is_remote && names_secrets(std::span(operands).first(operands.size() - 1)))
            return judge.note(ShellClass::destructive, call, "sends a secret away");
        if (is_remote && sends_what_is_not_its_own(call, std::span(operands).first(operands.size() - 1)))
            return judge.note(ShellClass::destructive, call, "sends files away that are not the task's");
        if (is_remote) return judge.note(ShellClass::network, call, "sends files");
        const bool keeps = call.has_flag(0, "ignore-existing") || call.has_flag('b', "backup");
        for (const Word& source : std::span(operands).first(operands.size() - 1)) {
            if (keeps || source.text.ends_with('/')) continue;
            judge.takes(operands.back(), {.kind = RemovalKind::content, .other = source.text});
        }
        judge.writes(operands.back(), call);
    }
    judge.note(ShellClass::write, call, "copies files");
}

void judge_tee(const Call& call, Judge& judge) {
    const auto& redirects = call.command().redirects;
    const bool is_given_nothing =
        !call.has_flag('a', "append") && std::any_of(redirects.begin(), redirects.end(), [](const Redirect& redirect) {
            return redirect.kind == RedirectKind::reads && redirect.target.text == "/dev/null";
        });
    for (const Word& word : call.operands()) {
        // tee >(sed 's/x//' >> log): what it hands to a command is judged with that command.
        if (word.text.starts_with(">(")) continue;
        // sponge reads all of it before it writes.
        const bool overtakes = call.program() == "tee" && !call.has_flag('a', "append");
        const bool is_lost = is_given_nothing || (!call.has_flag('a', "append") && is_fed_nothing(call)) ||
                             (overtakes && is_read_before(call, word));
        if (is_lost) judge.empties(word, call);
        judge.writes(word, call);
    }
    judge.note(ShellClass::write, call, "writes what it is given");
}

void judge_truncate(const Call& call, Judge& judge) {
    const auto operands = call.operands({"-s", "--size", "-r", "--reference"});
    for (const Word& file : operands) {
        const bool is_one = !file.has_glob && file.openness == Openness::closed;
        const bool is_seen = stays_inside(file) && is_one && judge.knows_place();
        const bool may_go = file.certainty == Certainty::plain && is_build_output(file.text);
        if (!is_seen && !may_go) return judge.note(ShellClass::destructive, call, "cuts files off");
        judge.empties(file, call);
        judge.writes(file, call);
    }
    if (operands.empty()) return judge.note(ShellClass::destructive, call, "cuts files off");
    judge.note(ShellClass::write, call, "cuts files off");
}

}  // namespace

bool judge_file_program(const Call& call, Judge& judge) {
    struct Entry {
        std::string_view name;
        void (*judge)(const Call&, Judge&);
    };
    constexpr std::array<Entry, 26> entries{{
        {"cp", judge_copy},       {"mv", judge_copy},           {"install", judge_copy},
        {"ln", judge_copy},       {"cpy", judge_copy},          {"chmod", judge_modes},
        {"chown", judge_modes},   {"chgrp", judge_modes},       {"setfacl", judge_modes},
        {"dd", judge_dd},         {"sed", judge_sed},           {"nawk", judge_awk},
        {"awk", judge_awk},       {"gawk", judge_awk},          {"mawk", judge_awk},
        {"tar", judge_archive},   {"bsdtar", judge_archive},    {"zip", judge_archive},
        {"unzip", judge_archive}, {"7z", judge_archive},        {"7za", judge_archive},
        {"7zz", judge_archive},   {"rsync", judge_rsync},       {"tee", judge_tee},
        {"sponge", judge_tee},    {"truncate", judge_truncate},
    }};
    for (const Entry& entry : entries) {
        if (entry.name != call.program()) continue;
        entry.judge(call, judge);
        return true;
    }
    constexpr std::array<std::string_view, 8> makers{"mkdir", "touch", "mkfifo", "mkdirp",
                                                     "rmdir", "split", "csplit", "fallocate"};
    if (is_one_of(call.program(), makers)) {
        judge_all_operands(call, judge, call.program() == "rmdir" ? "removes empty folders" : "makes files or folders");
        return true;
    }
    constexpr std::array<std::string_view, 15> changers{"patch",    "gzip",  "gunzip", "bzip2",  "bunzip2",
                                                        "xz",       "unxz",  "zstd",   "unzstd", "dos2unix",
                                                        "unix2dos", "strip", "cpio",   "ncp",    "copyfiles"};
    if (call.program() == "cpio" && call.has_flag('i', "extract")) {
        judge.note(ShellClass::unknown, call, "writes wherever the archive says");
        return true;
    }
    if (is_one_of(call.program(), changers)) {
        for (const Word& path : call.operands({"-S", "-p", "-d", "-i", "-T", "-o", "--suffix", "--strip"})) {
            const bool is_file = path.certainty == Certainty::plain && !path.has_glob;
            if (is_file && call.program() != "copyfiles") judge.writes(path, call);
        }
        const Word* directory = call.program() == "patch" ? call.value_of({"-d", "--directory"}) : nullptr;
        if (directory != nullptr) judge.writes(*directory, call);
        judge.note(ShellClass::write, call, "changes files");
        return true;
    }
    constexpr std::array<std::string_view, 9> editors{"vi", "vim", "nvim", "nano", "emacs", "ed", "ex", "pico", "code"};
    const bool only_shows = call.program() == "code" && call.operands().size() == call.arguments().size();
    if (is_one_of(call.program(), editors) && !only_shows) {
        judge.note(ShellClass::unknown, call, "is an editor, whose doing cannot be judged");
        return true;
    }
    return false;
}

// Output that goes to a file of which nothing is left then: it prints nothing, or what it prints comes from that very
// file, which the shell empties first.

namespace {

bool prints_nothing(const Command& command) {
    if (command.words.empty()) return false;
    const std::string& program = command.words.front().text;
    if (is_listed(program, ": true false yes test [ sleep wait")) return true;
    // What is drawn at random says nothing.
    if (program == "openssl" && command.words.size() > 1 && command.words[1].text == "rand") return true;
    const auto is_nothing = [](std::string_view text) {
        return text == "/dev/null" || text == "/dev/zero" || text == "/dev/random" || text == "/dev/urandom";
    };
    const bool takes_none =
        command.words.size() > 1 && program == "head" &&
        (command.words[1].text == "-0" || command.words[1].text == "-n0" || command.words[1].text == "-c0");
    if (takes_none) return true;
    if (program == "cat" || program == "head" || program == "dd") {
        const auto& words = command.words;
        const auto& redirects = command.redirects;
        if (std::any_of(words.begin(), words.end(), [&](const Word& word) { return is_nothing(word.text); }))
            return true;
        return std::any_of(redirects.begin(), redirects.end(), [&](const Redirect& redirect) {
            return redirect.kind == RedirectKind::reads && is_nothing(redirect.target.text);
        });
    }
    if (program == "exec") return command.words.size() == 1;
    const bool has_text = std::any_of(command.words.begin() + 1, command.words.end(), [](const Word& word) {
        return !word.text.empty() && word.text != "-n" && word.text != "%s" && word.text != "%b";
    });
    return (program == "echo" || program == "printf") && !has_text;
}

// sort a.txt > a.txt: the file is emptied before it is read.
bool reads_file(const Command& command, const Word& target) {
    // They name files without reading them.
    constexpr std::array<std::string_view, 7> naming{"echo", "printf", "git", "ls", "test", "[", "stat"};
    const bool is_fed_it = std::any_of(command.redirects.begin(), command.redirects.end(), [&](const Redirect& each) {
        return each.kind == RedirectKind::reads && each.target.text == target.text;
    });
    if (is_fed_it || command.words.empty() || is_one_of(command.words.front().text, naming)) return is_fed_it;
    return std::any_of(command.words.begin() + 1, command.words.end(),
                       [&](const Word& word) { return word.text == target.text; });
}

}  // namespace

bool is_kept_by_hand(std::string_view path) {
    constexpr std::array<std::string_view, 9> endings{".json", ".toml", ".yaml", ".yml", ".js",
                                                      ".mjs",  ".cjs",  ".html", ".css"};
    return is_source_file(path) ||
           (!is_build_output(path) &&
            std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return path.ends_with(end); }));
}

bool is_read_before(const Call& call, const Word& file) {
    const Command* command = &call.command();
    const auto& commands = call.script().commands;
    for (std::size_t steps = 0; steps <= commands.size(); ++steps) {
        if (steps > 0 && reads_file(*command, file)) return true;
        if (!command->fed_by || *command->fed_by >= commands.size()) return false;
        command = &commands[*command->fed_by];
    }
    return false;
}

bool is_fed_nothing(const Call& call) {
    const auto& fed_by = call.command().fed_by;
    const auto& commands = call.script().commands;
    return fed_by && *fed_by < commands.size() && !commands[*fed_by].is_part_of_block &&
           prints_nothing(commands[*fed_by]);
}

bool leaves_nothing(const Call& call, const Word& target) {
    return prints_nothing(call.command()) || reads_file(call.command(), target) || is_read_before(call, target);
}

void Judge::empties(const Word& file, const Call& call) {
    const bool is_one = !file.has_glob && file.openness == Openness::closed;
    const bool can_be_looked_at = file.certainty == Certainty::plain && is_one;
    if (can_be_looked_at) takes(file, {.kind = RemovalKind::content});
    // for f in src/*; do : > "$f"; done
    const bool is_any = !is_one && !is_build_output(file.text) && !is_scratch(file);
    const bool is_unseen = !can_be_looked_at || !knows_place();
    if (is_unseen && (is_kept_by_hand(file.text) || is_any))
        note(ShellClass::destructive, call, fmt::format("empties {}", file.text));
}

// Files that are there only in another form afterwards: encrypted, where whoever lacks the key has lost them, or
// compressed, where no build finds them.

namespace {

bool is_encrypting(const Call& call) {
    const std::string& program = call.program();
    if (program == "openssl") return is_listed(call.subcommand(), "enc aes-256-cbc aes-128-cbc des3 cms smime pkeyutl");
    if (program == "gpg") return call.has_flag('c', "symmetric") || call.has_flag('e', "encrypt");
    return program == "age" || program == "mcrypt" || program == "aescrypt";
}

// gzip -r src, bzip2 src/*.ts
bool compresses_sources(const Call& call, Judge& judge) {
    struct Compressor {
        std::string_view program;
        std::string_view ending;
    };
    constexpr std::array<Compressor, 6> compressors{
        {{"gzip", ".gz"}, {"pigz", ".gz"}, {"bzip2", ".bz2"}, {"xz", ".xz"}, {"lzma", ".lzma"}, {"compress", ".Z"}}};
    const auto row = std::find_if(compressors.begin(), compressors.end(),
                                  [&](const Compressor& each) { return each.program == call.program(); });
    if (row == compressors.end()) return false;
    const bool leaves_them = call.has_flag('k', "keep") || call.has_flag('c', "stdout") ||
                             call.has_flag('d', "decompress") || call.has_flag('l', "list") ||
                             call.has_flag('t', "test") || call.has_flag(0, "to-stdout");
    if (leaves_them) return false;
    for (const Word& file : call.operands({"-S", "--suffix", "-T", "--threads"})) {
        judge.packs({file.text + std::string(row->ending)});
        const bool is_many = call.has_flag('r', "recursive") || file.has_glob;
        const bool is_kept = file.has_glob ? is_kept_by_hand(file.text) : !is_build_output(file.text);
        if (is_many && is_kept && !is_scratch(file)) return true;
    }
    return false;
}

}  // namespace

bool judge_packing(const Call& call, Judge& judge) {
    // They leave nothing of the file but its encrypted form.
    constexpr std::array<std::string_view, 4> in_place{"ccrypt", "ccencrypt", "bcrypt", "scrypt"};
    if (is_one_of(call.program(), in_place) && !call.has_flag('d', "decrypt")) {
        judge.note(ShellClass::destructive, call, "encrypts files in their own place");
        return true;
    }
    if (compresses_sources(call, judge)) {
        judge.note(ShellClass::destructive, call, "leaves what people wrote only in packed form");
        return true;
    }
    if (!is_encrypting(call)) return false;
    const Word* input = call.value_of({"-in"});
    const Word* output = call.value_of({"-out", "-o", "--output"});
    std::vector<Word> files = call.operands({"-k", "-K", "-iv", "-pass", "-out", "-o", "--output", "--passphrase", "-r",
                                             "--recipient", "-u", "--local-user", "--passphrase-file"});
    if (input != nullptr) files.push_back(*input);
    for (const Word& file : files) {
        judge.packs(file);
        if (output == nullptr || output->text != file.text || !is_kept_by_hand(file.text)) continue;
        judge.note(ShellClass::destructive, call, fmt::format("encrypts {} in its own place", file.text));
        return true;
    }
    return false;
}

}  // namespace hm::shell
