// What fills the disk or the memory: sources without an end that nothing bounds, and sizes beyond what tests need.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "engine/shell/call.h"
#include "engine/shell/judges.h"

namespace hm::shell {
namespace {

constexpr int deepest_loop = 100;

std::string_view text_of(TSNode node, std::string_view text) {
    const std::size_t begin = ts_node_start_byte(node);
    return text.substr(begin, ts_node_end_byte(node) - begin);
}

// Whether a node below, or the node itself, is one that the test takes.
template <class Test>
bool any_below(TSNode node, const Test& test, int depth = 0) {
    if (test(node)) return true;
    for (std::uint32_t i = 0; depth < deepest_loop && i < ts_node_child_count(node); ++i) {
        if (any_below(ts_node_child(node, i), test, depth + 1)) return true;
    }
    return false;
}

bool is_type(TSNode node, std::string_view type) {
    return type == ts_node_type(node);
}

bool calls_any(TSNode node, std::string_view text, std::string_view programs) {
    return any_below(
        node, [&](TSNode each) { return is_type(each, "command_name") && is_listed(text_of(each, text), programs); });
}

bool starts_beside(TSNode node) {
    return any_below(node, [](TSNode each) { return is_type(each, "&"); });
}

bool is_always_true(std::string_view condition) {
    while (condition.ends_with(';') || condition.ends_with(' ') || condition.ends_with('\n'))
        condition.remove_suffix(1);
    for (const std::string_view known :
         {"true", ":", "/bin/true", "[ 1 ]", "[[ 1 ]]", "((1))", "(( 1 ))", "[ true ]", "! false", "test 1"}) {
        if (condition == known) return true;
    }
    return false;
}

}  // namespace

bool multiplies_itself(TSNode function, std::string_view text) {
    const TSNode name = ts_node_child_by_field_name(function, "name", 4);
    const TSNode body = ts_node_child_by_field_name(function, "body", 4);
    if (ts_node_is_null(name) || ts_node_is_null(body)) return false;
    const bool is_beside = any_below(body, [](TSNode each) { return is_type(each, "&") || is_type(each, "pipeline"); });
    return is_beside && calls_any(body, text, text_of(name, text));
}

bool grows_without_end(TSNode loop, std::string_view text) {
    const TSNode condition = ts_node_child_by_field_name(loop, "condition", 9);
    const TSNode body = ts_node_child_by_field_name(loop, "body", 4);
    if (ts_node_is_null(body)) return false;
    const std::string_view asked = ts_node_is_null(condition) ? "" : text_of(condition, text);
    const bool is_until = text_of(loop, text).starts_with("until");
    const bool is_endless = is_until ? asked.starts_with("false") : ts_node_is_null(condition) || is_always_true(asked);
    if (!is_endless || calls_any(body, text, "break exit return wait read kill")) return false;
    if (starts_beside(body)) return true;
    const bool writes = any_below(body, [&](TSNode each) {
        const std::string_view written = text_of(each, text);
        return is_type(each, "file_redirect") && written.find('>') != std::string_view::npos &&
               written.find('&') == std::string_view::npos && written.find("/dev/null") == std::string_view::npos;
    });
    return writes && !calls_any(body, text, "sleep");
}

namespace {

constexpr double most_bytes = 20.0 * 1024 * 1024 * 1024;

// 900G, 10TiB, 1024; anything else is 0.
double size_of(std::string_view text) {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc()) return 0;
    const std::string_view unit = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
    if (unit.empty()) return number;
    constexpr std::string_view units = "kmgtpe";
    const std::size_t at = units.find(static_cast<char>(std::tolower(static_cast<unsigned char>(unit[0]))));
    if (at == std::string_view::npos) return unit[0] == 'b' ? number * 512 : number;
    for (std::size_t i = 0; i <= at; ++i) number *= 1024;
    return number;
}

bool is_endless_file(std::string_view path) {
    return path == "/dev/zero" || path == "/dev/urandom" || path == "/dev/random";
}

const Word* value_behind(const Command& command, std::string_view names) {
    for (std::size_t i = 1; i + 1 < command.words.size(); ++i) {
        if (is_listed(command.words[i].text, names)) return &command.words[i + 1];
    }
    return nullptr;
}

std::string_view setting(const Command& command, std::string_view name) {
    for (const Word& word : command.words) {
        if (word.text.starts_with(name)) return std::string_view(word.text).substr(name.size());
    }
    return {};
}

bool reads_without_end(const Command& command) {
    return is_endless_file(setting(command, "if=")) ||
           std::any_of(command.words.begin(), command.words.end(),
                       [](const Word& w) { return is_endless_file(w.text); }) ||
           std::any_of(command.redirects.begin(), command.redirects.end(), [](const Redirect& each) {
               return each.kind == RedirectKind::reads && is_endless_file(each.target.text);
           });
}

// How much dd writes; nothing when no count bounds it.
double size_of_dd(const Command& command) {
    const std::string_view count = setting(command, "count=");
    if (count.empty()) return most_bytes * 2;
    const std::string_view block = setting(command, "bs=");
    return size_of(count) * (block.empty() ? 512 : size_of(block));
}

// How much comes out of a command that is fed or reads without end.
bool is_bounded(const Command& command) {
    const std::string program = plain_program(command.words.front().text);
    if (program == "dd") return size_of_dd(command) <= most_bytes;
    if (program == "timeout" || program == "gtimeout" || program == "sed" || program == "awk") return true;
    // hexdump -n 16, od -N 16, xxd -l 16
    const bool has_length =
        is_listed(program, "hexdump od xxd") &&
        std::any_of(command.words.begin() + 1, command.words.end(), [](const Word& w) {
            return w.text.size() > 1 && w.text[0] == '-' && w.text.find_first_of("nNl") != std::string::npos;
        });
    if (has_length) return true;
    if (program != "head") return false;
    const Word* size = value_behind(command, "-c --bytes");
    const std::string_view bytes = setting(command, "--bytes=");
    const double most = size != nullptr ? size_of(size->text) : bytes.empty() ? 0 : size_of(bytes);
    return most <= most_bytes;
}

// yes | x, cat /dev/zero | x: whether anything on the way bounds it.
bool comes_without_end(const Call& call) {
    const Command* command = &call.command();
    const auto& commands = call.script().commands;
    for (std::size_t steps = 0; steps <= commands.size(); ++steps) {
        if (command->words.empty() || is_bounded(*command)) return false;
        if (plain_program(command->words.front().text) == "yes" || reads_without_end(*command)) return true;
        if (!command->fed_by || *command->fed_by >= commands.size()) return false;
        command = &commands[*command->fed_by];
    }
    return false;
}

bool asks_for_too_much(const Call& call) {
    const std::string& program = call.program();
    if (program == "fallocate" || program == "truncate") {
        const Word* size = call.value_of({"-l", "--length", "-s", "--size"});
        const std::string_view inner =
            program == "fallocate" ? setting(call.command(), "-l") : setting(call.command(), "-s");
        return (size != nullptr && size_of(size->text) > most_bytes) || size_of(inner) > most_bytes;
    }
    if (program == "mkfile" || program == "xfs_mkfile")
        return std::any_of(call.arguments().begin(), call.arguments().end(),
                           [](const Word& w) { return size_of(w.text) > most_bytes; });
    if (program == "openssl" && call.subcommand() == "rand")
        return !call.arguments().empty() && size_of(call.arguments().back().text) > most_bytes;
    // Nothing comes before all of it is read.
    if (is_listed(program, "tail tac sort shuf")) return reads_without_end(call.command());
    const bool is_file = !setting(call.command(), "of=").empty();
    return program == "dd" && is_file && reads_without_end(call.command()) && size_of_dd(call.command()) > most_bytes;
}

}  // namespace

bool fills_the_disk(const Call& call) {
    if (asks_for_too_much(call)) return true;
    const auto& redirects = call.command().redirects;
    const bool is_kept =
        std::any_of(redirects.begin(), redirects.end(),
                    [](const Redirect& each) {
                        return each.kind == RedirectKind::writes && !each.target.text.starts_with("/dev/");
                    }) ||
        (call.program() == "tee" && !call.operands().empty());
    return is_kept && comes_without_end(call);
}

// Ending processes: one's own by number or port, one program by its name; never all that a language or a user runs.

namespace {

// What others run too, the agent's own client among them: pkill node ends them all.
bool names_no_one_program(std::string_view pattern) {
    constexpr std::array<std::string_view, 44> shared{
        "node",   "nodejs",  "python",     "python3", "java",   "ruby",        "perl",     "php",          "bash",
        "sh",     "zsh",     "fish",       "deno",    "bun",    "go",          "dotnet",   "ssh",          "sshd",
        "docker", "dockerd", "containerd", "systemd", "init",   "postgres",    "mysqld",   "redis-server", "mongod",
        "nginx",  "code",    "claude",     "codex",   "gemini", "opencode",    "hivemind", "chrome",       "firefox",
        "cron",   "tmux",    "screen",     "login",   "Xorg",   "dbus-daemon", "npm",      "java.*"};
    while (pattern.starts_with('^') || pattern.starts_with('/')) pattern.remove_prefix(1);
    while (pattern.ends_with('$') || pattern.ends_with(' ')) pattern.remove_suffix(1);
    return is_one_of(pattern, shared) || pattern.empty() || pattern == "." || pattern == ".*";
}

bool is_finder(std::string_view program) {
    return program.ends_with("grep") || program == "pidof";
}

// Whether the words are options and one name that many programs share. `node server.js` names one program.
bool looks_for_all(std::span<const Word> words) {
    const Word* pattern = nullptr;
    for (const Word& word : words) {
        if (word.text.starts_with('-') && word.text.size() > 1) continue;
        if (pattern != nullptr) return false;
        pattern = &word;
    }
    return pattern != nullptr && names_no_one_program(pattern->text);
}

// $(pgrep -f node), $(ps aux | grep node | awk '{print $2}')
bool lists_all_of_a_kind(std::string_view text) {
    const Script script = parse_script(text);
    bool looks = false;
    for (const Command& command : script.commands) {
        if (command.words.empty() || !is_finder(command.words.front().text)) continue;
        const std::span<const Word> rest = std::span(command.words).subspan(1);
        if (!rest.empty() && rest.front().text == "-v") continue;
        if (!looks_for_all(rest)) return false;
        looks = true;
    }
    return looks;
}

// kill $(ps aux | awk …), ps -e | xargs kill: all there are, not those of one name.
bool picks_no_process(const Call& call) {
    const auto is_all = [](std::string_view text) {
        if (text.find("pgrep -u") != std::string_view::npos || lists_all_of_a_kind(text)) return true;
        const bool picks = text.find("grep") != std::string_view::npos || text.find('/') != std::string_view::npos;
        return text.find("ps ") != std::string_view::npos && !picks;
    };
    for (const Word& word : call.arguments()) {
        if (word.certainty == Certainty::unknown && is_all(word.text)) return true;
    }
    bool lists = false;
    bool picks = false;
    std::optional<std::size_t> feeder = call.command().fed_by;
    for (int i = 0; feeder && i < 10 && *feeder < call.script().commands.size(); ++i) {
        const Command& command = call.script().commands[*feeder];
        const std::string program = command.words.empty() ? "" : command.words.front().text;
        lists |= program == "ps";
        const bool looks = is_finder(program) && !(command.words.size() > 1 && command.words[1].text == "-v");
        lists |= looks;
        const bool has_pattern =
            program == "awk" && command.words.size() > 1 && command.words[1].text.find('/') != std::string::npos;
        picks |= has_pattern || (looks && !looks_for_all(std::span(command.words).subspan(1)));
        feeder = command.fed_by;
    }
    return lists && !picks;
}

void judge_kill(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    const auto operands = call.operands({"-s", "-n", "-u", "-g", "-P", "-t", "--signal"});
    const bool everything =
        std::any_of(words.begin(), words.end(), [](const Word& w) { return is_listed(w.text, "-1 1 0 -$$ -0"); });
    const bool is_broad =
        (call.program() != "kill") &&
        (call.has_flag('u', "user") || call.has_flag('U') ||
         std::any_of(operands.begin(), operands.end(), [](const Word& w) { return names_no_one_program(w.text); }));
    if (call.program() == "killall" && (call.has_word("-9") || call.has_word("-KILL") || call.has_word("-SIGKILL")))
        return judge.note(ShellClass::destructive, call, "ends more than its own processes");
    if (picks_no_process(call) || (call.program() == "fuser" && call.has_flag('k', "kill") && !operands.empty() &&
                                   operands.front().text.starts_with("/")))
        return judge.note(ShellClass::destructive, call, "ends more than its own processes");
    const bool lists = call.program() == "kill" && call.has_flag('l');
    if (lists) return judge.note(ShellClass::read, call, "lists signals");
    const bool is_one_off = everything && call.program() == "kill" && operands.size() == 1 &&
                            operands[0].text.size() > 1 &&
                            !(words.size() > 1 && is_listed(words.back().text, "-1 -$$"));
    if ((everything && !is_one_off) || is_broad)
        return judge.note(ShellClass::destructive, call, "ends more than its own processes");
    judge.note(ShellClass::build_test, call, "ends processes");
}

}  // namespace

bool judge_ending(const Call& call, Judge& judge) {
    if (!is_listed(call.program(), "kill pkill killall skill fuser")) return false;
    judge_kill(call, judge);
    return true;
}

}  // namespace hm::shell
