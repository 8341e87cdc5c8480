// Ending processes: one's own by number or port, one program by its name; never all that a language or a user runs.
#include <algorithm>
#include <array>
#include <optional>

#include "engine/shell/judges.h"

namespace hm::shell {
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
