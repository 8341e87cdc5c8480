// What fills the disk or the memory: sources without an end that nothing bounds, and sizes beyond what tests need.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "engine/shell/judges.h"

namespace hm::shell {
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

}  // namespace hm::shell
