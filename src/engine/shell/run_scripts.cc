// Files that a text runs as scripts: the project's own, what the text itself has written or fetched, and any other.
#include "engine/shell/run_scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/json.h"
#include "engine/shell/call.h"
#include "engine/shell/judges.h"
#include "engine/shell/scanned_code.h"

namespace hm {
namespace {

using shell::is_listed;

constexpr std::size_t most_writes = 1000;

// The program of the first line: "sh" for every shell, and for a text without such a line, which a shell runs itself.
std::string language_of(std::string_view text) {
    if (!text.starts_with("#!")) return text.find('\0') == std::string_view::npos ? "sh" : "";
    std::string_view line = text.substr(2, text.find('\n') - 2);
    std::string program;
    // #!/usr/bin/env -S bash -e
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        program = shell::plain_program(line.substr(at, end - at));
        if (program != "env" && !program.starts_with('-') && program.find('=') == std::string::npos) break;
        at = end;
    }
    return is_listed(program, "sh bash zsh dash ksh ash mksh rbash busybox") ? "sh" : program;
}

// A line of other languages that only says something to readers.
bool is_remark(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return true;
    line.remove_prefix(begin);
    return line.starts_with('#') || line.starts_with("//") || line.starts_with("--") || line.starts_with('*');
}

// The words of a line with what stands between them left out: ["hivemind", "config", "set"] is `hivemind config set`.
std::string words_of(std::string_view line) {
    std::string words = " ";
    for (const char c : line) {
        const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
        if (is_letter) {
            words += c;
        } else if (!words.ends_with(' ')) {
            words += ' ';
        }
    }
    return words + " ";
}

bool names_persons_command(std::string_view text, const OwnCommands& own) {
    if (text.find("hivemind") == std::string_view::npos) return false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        const bool may_name = line.find("hivemind") != std::string_view::npos && !is_remark(line);
        const std::string words = may_name ? words_of(line) : std::string();
        const bool names = may_name && std::any_of(own.person_only.begin(), own.person_only.end(), [&](auto name) {
                               return words.find(fmt::format(" hivemind {} ", name)) != std::string::npos;
                           });
        if (names) return true;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return false;
}

std::string below(const std::string& directory, const std::string& path) {
    const bool is_whole = path.starts_with('/') || path.starts_with('~') || directory.empty();
    return is_whole ? path : directory + "/" + path;
}

// The members of a list that is written with blanks.
std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin));
}

// A makefile as far as it says what its targets run. What depends on conditions counts in every case; what functions of
// make put together is left to the shell as a value that nobody knows.
class Makefile {
public:
    explicit Makefile(std::string_view text) {
        for (const std::string& line : joined_lines(text)) take(line);
    }

    // Each line of what the targets run, as shell.
    std::vector<std::string> commands(const std::vector<std::string>& asked) {
        for (const std::string& word : asked) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos) continue;
            const bool is_strong = equals > 0 && (word[equals - 1] == ':' || word[equals - 1] == '?');
            values_[word.substr(0, is_strong ? equals - 1 : equals)] = word.substr(equals + 1);
        }
        bool has_target = false;
        for (const std::string& word : asked) {
            if (word.find('=') != std::string::npos) continue;
            has_target = true;
            add(word);
        }
        if (!has_target && !first_.empty()) add(first_);
        return std::move(commands_);
    }

private:
    static constexpr std::size_t most_commands = 400;

    struct Rule {
        std::string needs;
        std::vector<std::string> recipe;
    };

    static std::vector<std::string> joined_lines(std::string_view text) {
        std::vector<std::string> lines;
        std::string line;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            line += text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\\') && !text.empty()) {
                line.back() = ' ';
                continue;
            }
            lines.push_back(std::exchange(line, {}));
        }
        return lines;
    }

    void take(const std::string& line) {
        if (line.starts_with('\t')) {
            for (const std::string& target : targets_) rules_[target].recipe.push_back(line.substr(1));
            return;
        }
        const std::string plain = trimmed(std::string_view(line).substr(0, line.find('#')));
        if (plain.empty()) return;
        const std::size_t equals = plain.find('=');
        const std::size_t colon = plain.find(':');
        const bool is_assigned = equals != std::string::npos && (colon == std::string::npos || equals <= colon + 2) &&
                                 (colon == std::string::npos || equals < colon || plain[colon + 1] == '=' ||
                                  plain.substr(colon, 3) == "::=");
        if (is_assigned) return assign(plain, equals);
        if (colon == std::string::npos) return;
        // clean: DIR = build
        std::string_view rest = std::string_view(plain).substr(colon);
        rest.remove_prefix(std::min(rest.find_first_not_of(':'), rest.size()));
        const std::string behind = trimmed(rest);
        if (const std::size_t own = behind.find('='); own != std::string::npos && behind.find(';') > own)
            return assign(behind, own);
        const std::size_t semicolon = behind.find(';');
        targets_ = split_words(expanded(plain.substr(0, colon), {}));
        for (const std::string& target : targets_) {
            Rule& rule = rules_[target];
            rule.needs += " " + behind.substr(0, semicolon);
            if (semicolon != std::string::npos) rule.recipe.push_back(behind.substr(semicolon + 1));
            if (first_.empty() && !target.starts_with('.') && target.find('%') == std::string::npos) first_ = target;
        }
    }

    void assign(const std::string& line, std::size_t equals) {
        std::size_t end = equals;
        while (end > 0 && std::string_view(":?+! ").find(line[end - 1]) != std::string_view::npos) --end;
        // export NAME = value
        const std::string head = trimmed(std::string_view(line).substr(0, end));
        const std::string name = head.substr(head.rfind(' ') + 1);
        const std::string value = trimmed(std::string_view(line).substr(equals + 1));
        const bool is_added = equals > 0 && line[equals - 1] == '+';
        values_[name] = is_added ? values_[name] + " " + value : value;
    }

    void add(const std::string& target) {
        constexpr std::size_t most_targets = 64;
        const auto found = rules_.find(target);
        if (found == rules_.end() || seen_.size() >= most_targets || !seen_.insert(target).second) return;
        const std::string needs = expanded(found->second.needs, target);
        for (const std::string& need : split_words(needs)) add(need);
        for (const std::string& line : found->second.recipe) {
            const std::size_t begin = line.find_first_not_of("@-+ \t");
            if (begin == std::string::npos || commands_.size() >= most_commands) continue;
            commands_.push_back(expanded(line.substr(begin), target, needs));
        }
    }

    // What a name in brackets stands for. Unset ones are empty, as make has it.
    std::string value_of(const std::string& name, int depth) const {
        if (const auto found = values_.find(name); found != values_.end())
            return expanded(found->second, {}, {}, depth);
        constexpr std::array<std::pair<std::string_view, std::string_view>, 7> known{{{"MAKE", "make"},
                                                                                      {"CC", "cc"},
                                                                                      {"CXX", "c++"},
                                                                                      {"AR", "ar"},
                                                                                      {"RM", "rm -f"},
                                                                                      {"CURDIR", "."},
                                                                                      {"SHELL", "sh"}}};
        for (const auto& [each, value] : known) {
            if (each == name) return std::string(value);
        }
        return {};
    }

    std::string expanded(std::string_view text, const std::string& target, const std::string& needs = {},
                         int depth = 0) const {
        constexpr int deepest = 8;
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '$' || i + 1 == text.size()) {
                out += text[i];
                continue;
            }
            const char next = text[++i];
            if (next == '$') out += '$';
            if (next == '@') out += target;
            if (next == '<') out += needs.substr(0, needs.find(' ', 1));
            if (next == '^' || next == '+' || next == '?') out += needs;
            if (next == '*') out += target.substr(0, target.rfind('.'));
            if (next != '(' && next != '{') continue;
            const std::size_t end = closing(text, i);
            const std::string inside(text.substr(i + 1, end - i - 1));
            i = end;
            if (depth < deepest) out += expanded_name(inside, depth);
        }
        return out;
    }

    static std::size_t closing(std::string_view text, std::size_t open) {
        const char close = text[open] == '(' ? ')' : '}';
        int depth = 0;
        for (std::size_t i = open; i < text.size(); ++i) {
            depth += text[i] == text[open] ? 1 : text[i] == close ? -1 : 0;
            if (depth == 0) return i;
        }
        return text.size() - 1;
    }

    std::string expanded_name(const std::string& inside, int depth) const {
        const std::size_t blank = inside.find_first_of(" \t");
        const std::string first = inside.substr(0, blank);
        if (blank != std::string::npos) {
            const std::string rest = expanded(inside.substr(blank + 1), {}, {}, depth + 1);
            if (first == "shell") return "$(" + rest + ")";
            if (first == "wildcard" || first == "strip" || first == "sort" || first == "abspath") return rest;
            return "\"${MADE_BY_MAKE}\"";
        }
        const std::size_t colon = inside.find(':');
        const std::string value = value_of(inside.substr(0, colon), depth + 1);
        const std::size_t equals = colon == std::string::npos ? colon : inside.find('=', colon);
        if (equals == std::string::npos) return value;
        // $(SOURCES:.c=.o)
        std::string from = inside.substr(colon + 1, equals - colon - 1);
        std::string to = inside.substr(equals + 1);
        if (from.starts_with('%')) from.erase(0, 1);
        if (to.starts_with('%')) to.erase(0, 1);
        std::string out;
        for (std::string& word : split_words(value)) {
            if (word.ends_with(from)) word.replace(word.size() - from.size(), from.size(), to);
            out += (out.empty() ? "" : " ") + word;
        }
        return out;
    }

    std::map<std::string, std::string> values_;
    std::map<std::string, Rule> rules_;
    std::vector<std::string> targets_;  // of the rule whose recipe is read
    std::string first_;
    std::set<std::string> seen_;
    std::vector<std::string> commands_;
};

std::vector<std::string> package_commands(std::string_view text, const std::vector<std::string>& asked) {
    const auto package = parse_json(text);
    if (!package || !package->is_object()) return {};
    const json::object& scripts = object_member(package->get_object(), "scripts");
    std::vector<std::string> commands;
    for (const std::string& name : asked) {
        if (const std::string_view command = text_member(scripts, name); !command.empty())
            commands.emplace_back(command);
    }
    return commands;
}

// The lines that say something to the program.
std::string without_remarks(std::string_view text) {
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (!is_remark(line)) code.append(line).append("\n");
        at = end + 1;
    }
    return code;
}

// A place that an ordinary build does not write to.
bool is_hidden_or_outside(std::string_view path) {
    if (path.starts_with('/') || path.starts_with('~')) return true;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (part.starts_with('.') && part != ".") return true;
        path.remove_prefix(std::min(part.size() + 1, path.size()));
    }
    return false;
}

// What of a text counts that stands in a file.
HM_ENUM(Counting, all, destruction)

std::vector<RunScript> take_in_text(ShellJudgement& judgement, const RunScript& script, std::string_view text,
                                    ScriptOrigin origin, Counting counting, const OwnCommands& own) {
    const bool is_foreign = origin == ScriptOrigin::unknown;
    ScriptedJudgement inside = judge_with_scripts(text, own);
    for (ShellEffect& effect : inside.judgement.effects) {
        const bool counts = counting == Counting::all || effect.shell_class == ShellClass::destructive;
        if (!effect.is_for_person && !(is_foreign && counts)) continue;
        effect.why += fmt::format(" (in the script {})", script.path);
        add_effect(judgement, std::move(effect));
    }
    for (const std::string& path : inside.judgement.writes) {
        const bool counts = counting == Counting::all || is_hidden_or_outside(path);
        if (is_foreign && counts && judgement.writes.size() < most_writes)
            judgement.writes.push_back(below(script.directory, path));
    }
    for (Removal& removal : inside.judgement.removes) {
        if (!is_foreign || judgement.removes.size() >= most_writes) break;
        removal.path = below(script.directory, removal.path);
        judgement.removes.push_back(std::move(removal));
    }
    for (RunScript& each : inside.scripts) {
        each.path = below(script.directory, each.path);
        each.directory = below(script.directory, each.directory);
    }
    return std::move(inside.scripts);
}

std::vector<RunScript> take_in_foreign(ShellJudgement& judgement, const RunScript& script, std::string_view text,
                                       std::string_view language, const OwnCommands& own) {
    if (names_persons_command(text, own)) {
        add_effect(judgement, {ShellClass::destructive, "hivemind",
                               fmt::format("the script {} calls what is for the person alone", script.path), true});
    }
    const std::size_t slash = script.path.rfind('/');
    shell::CodeDeeds code = shell::deeds_of(without_remarks(text), language,
                                            slash == std::string::npos ? "" : script.path.substr(0, slash));
    if (!code.unknown_removal.empty()) {
        add_effect(judgement,
                   {ShellClass::unknown, script.path,
                    fmt::format("`{}` removes a folder whose name is only known when it runs (in the script {})",
                                code.unknown_removal, script.path)});
    }
    for (Removal& removal : code.removals) {
        if (judgement.removes.size() >= most_writes) break;
        removal.path = below(script.directory, removal.path);
        if (judgement.writes.size() < most_writes && is_hidden_or_outside(removal.path))
            judgement.writes.push_back(removal.path);
        judgement.removes.push_back(std::move(removal));
    }
    std::vector<RunScript> further;
    for (const std::string& command : code.commands) {
        auto more = take_in_text(judgement, script, command, ScriptOrigin::unknown, Counting::destruction, own);
        further.insert(further.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return further;
}

}  // namespace

std::vector<RunScript> take_in_script(ShellJudgement& judgement, const RunScript& script, std::string_view text,
                                      ScriptOrigin origin, const OwnCommands& own) {
    const std::string language = script.language.empty() ? language_of(text) : script.language;
    if (language == "sh") return take_in_text(judgement, script, text, origin, Counting::all, own);
    const bool is_make = language == "make";
    if (!is_make && language != "npm") {
        if (origin != ScriptOrigin::unknown) return {};
        return take_in_foreign(judgement, script, text, language, own);
    }
    std::vector<RunScript> further;
    for (const std::string& command :
         is_make ? Makefile(text).commands(script.asked) : package_commands(text, script.asked)) {
        auto more = take_in_text(judgement, script, command, origin, Counting::destruction, own);
        further.insert(further.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return further;
}

}  // namespace hm

namespace hm::shell {

namespace {

// node ../../scripts/build.js: packages of one workspace share what lies above them.
bool is_of_the_workspace(std::string_view path) {
    int up = 0;
    for (; path.starts_with("../"); path.remove_prefix(3)) ++up;
    const bool is_shared = path.starts_with("scripts/") || path.starts_with("node_modules/") ||
                           path.starts_with("packages/") || path.starts_with("tools/") || path.starts_with("bin/");
    return up > 0 && up <= 4 && is_shared && path.find("..") == std::string_view::npos;
}

// node $(npx which jest)
bool is_asked_tool(const Word& file) {
    if (!file.text.starts_with("$(") || !file.text.ends_with(')')) return false;
    const Script script = parse_script(std::string_view(file.text).substr(2, file.text.size() - 3));
    if (script.commands.size() != 1 || !script.problems.empty()) return false;
    const std::vector<Word>& words = script.commands.front().words;
    const bool asks = (words.size() == 2 && words[0].text == "which") ||
                      (words.size() == 3 && (words[1].text == "which" || words[1].text == "bin") &&
                       is_listed(words[0].text, "npx yarn pnpm npm"));
    return asks && words.back().certainty == Certainty::plain && !is_grave_name(words.back().text);
}

}  // namespace

void Judge::runs_file(const Word& file, const Call& call) {
    if (is_fetched(file)) return note(ShellClass::destructive, call, "runs what was fetched from another machine");
    if (has_built(file)) return note(ShellClass::build_test, call, "runs what the text has built of the project");
    if (const Word* text = text_of(file)) return runs_text_of(*text, call);
    if (is_asked_tool(file)) return note(ShellClass::build_test, call, "runs a tool of the project");
    if (is_just_written(file)) return note(ShellClass::unknown, call, "runs what the same text has just written");
    // node . runs what the project's own manifest says.
    if (file.text == "." || file.text == "./")
        return note(ShellClass::build_test, call, "runs the project, whose inside is not judged");
    if (file.certainty == Certainty::unknown ||
        (!stays_inside({plain_path(file.text)}) && !is_of_the_workspace(file.text) && !stays_from_here(file))) {
        return note(ShellClass::unknown, call, "runs a script that is not of the project");
    }
    tells_script(file, call);
    note(ShellClass::build_test, call, "runs a script of the project, whose inside is not judged");
}

void Judge::add_script(const std::string& path, const RunScript& script, const Call& call) {
    constexpr std::size_t most_scripts = 16;
    const auto add = [&](std::string place) {
        const bool is_known = std::any_of(scripts_.begin(), scripts_.end(), [&](const RunScript& each) {
            return each.path == place && each.asked == script.asked;
        });
        if (is_known) return;
        if (scripts_.size() == most_scripts)
            return note(ShellClass::unknown, call, "runs more scripts than are looked at");
        scripts_.push_back(script);
        scripts_.back().path = std::move(place);
    };
    // Whether a cd still counts here is not always plain, so both places are told.
    const bool is_relative = !path.starts_with('/') && !path.starts_with('~');
    if (is_relative && !directory_.empty()) add(directory_ + "/" + path);
    add(path);
}

void Judge::tells_script(const Word& file, const Call& call) {
    constexpr std::string_view shells = "bash sh zsh dash ksh ash mksh rbash source .";
    const std::string program = plain_program(call.program());
    const std::string language = is_listed(program, shells) ? "sh" : call.program() == file.text ? "" : program;
    if (file.certainty == Certainty::plain) add_script(file.text, {{}, language, directory_}, call);
}

namespace {

std::vector<std::string> texts_of(const std::vector<Word>& words) {
    std::vector<std::string> texts;
    for (const Word& word : words) texts.push_back(word.text);
    return texts;
}

// The scripts of a package.json that the call runs, with those that npm runs around them.
std::vector<std::string> package_scripts(const Call& call) {
    const auto operands = call.operands(
        {"--prefix", "-C", "--dir", "--cwd", "--filter", "-F", "-w", "--workspace", "--loglevel", "--script-shell"});
    const std::string verb = operands.empty() ? "" : operands.front().text;
    const bool is_npm = call.program() == "npm";
    const bool installs = is_listed(verb, "install i ci add install-test it") || (verb.empty() && !is_npm);
    if (installs) return {"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"};
    std::string name = verb;
    if (is_listed(verb, "run run-script rum urn")) name = operands.size() > 1 ? operands[1].text : "";
    if (is_listed(verb, "t tst") && is_npm) name = "test";
    const bool runs_by_name = !is_npm || is_listed(name, "test start stop restart") || name != verb;
    if (name.empty() || !runs_by_name) return {};
    return {"pre" + name, name, "post" + name};
}

}  // namespace

void Judge::tells_recipes(const Call& call) {
    const bool is_make = is_listed(call.program(), "make gmake bmake");
    if (!is_make && !is_listed(call.program(), "npm yarn pnpm bun")) return;
    const Word* folder =
        is_make ? call.value_of({"-C", "--directory"}) : call.value_of({"--prefix", "-C", "--cwd", "--dir"});
    const Word* file = is_make ? call.value_of({"-f", "--file", "--makefile"}) : nullptr;
    for (const Word* given : {folder, file}) {
        if (given != nullptr && given->certainty != Certainty::plain) return;
    }
    const bool only_shows = is_make && (call.has_flag('n', "dry-run") || call.has_flag(0, "just-print"));
    if (only_shows) return;
    RunScript script{{}, is_make ? "make" : "npm", directory_, {}};
    if (folder != nullptr)
        script.directory =
            directory_.empty() || folder->text.starts_with('/') ? folder->text : directory_ + "/" + folder->text;
    if (is_make) {
        script.asked = texts_of(call.operands({"-C", "--directory", "-f", "--file", "--makefile", "-I", "-o", "-W"}));
        for (const Assigned& each : call.command().assigned) script.asked.push_back(each.name + "=" + each.value.text);
    } else {
        script.asked = package_scripts(call);
        if (script.asked.empty()) return;
    }
    const std::string name = is_make ? file != nullptr ? file->text : "Makefile" : "package.json";
    add_script(folder == nullptr || name.starts_with('/') ? name : folder->text + "/" + name, script, call);
}

// What a here-document has put into a file counts as if it stood here.
void Judge::runs_text_of(const Word& text, const Call& call) {
    const std::string program = plain_program(call.program());
    const std::string_view first = std::string_view(text.text).substr(0, text.text.find('\n'));
    const bool is_marked = first.starts_with("#!");
    const auto is_for = [&](std::string_view name) {
        return program == name || (is_marked && first.find(name) != std::string_view::npos);
    };
    if (is_for("python") || is_for("node") || is_for("perl") || is_for("ruby") || is_for("php")) {
        const Command& command = call.command();
        return judge_code(text, Call(is_for("python") ? "python" : program, call.arguments(), command, call.script()),
                          *this);
    }
    if (is_for("bash") || is_for("sh") || is_for("zsh") || is_for("dash")) return run_text(text, call);
    note(ShellClass::unknown, call, "runs what the same text has just written");
}

// cd packages/a && node ../b/run.js
bool Judge::stays_from_here(const Word& file) const {
    const bool is_known = !comes_back_ && !directory_.empty() && file.text.starts_with("../");
    if (!is_known || directory_.starts_with('/') || directory_.starts_with('~')) return false;
    int depth = 0;
    const std::string whole = directory_ + "/" + file.text;
    for (std::size_t at = 0; at < whole.size() && depth >= 0;) {
        const std::size_t end = std::min(whole.find('/', at), whole.size());
        const std::string_view part = std::string_view(whole).substr(at, end - at);
        depth += part == ".." ? -1 : part.empty() || part == "." ? 0 : 1;
        at = end + 1;
    }
    return depth > 0;
}

}  // namespace hm::shell
