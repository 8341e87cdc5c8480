// Output that goes to a file of which nothing is left then: it prints nothing, or what it prints comes from that very
// file, which the shell empties first.
#include <algorithm>
#include <array>

#include "engine/shell/call.h"

namespace hm::shell {
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

bool empties(const Call& call, const Word& target) {
    const bool is_lost =
        prints_nothing(call.command()) || reads_file(call.command(), target) || is_read_before(call, target);
    // for f in src/*; do : > "$f"; done
    const bool is_any = target.has_glob && !is_build_output(target.text) && !is_scratch(target);
    return is_lost && (is_kept_by_hand(target.text) || is_any);
}

}  // namespace hm::shell
