#include "engine/shell/client_commands.h"

#include <array>

#include "engine/shell/words.h"

namespace hm::shell {
namespace {

constexpr std::array<std::string_view, 6> running{".shell", ".system", "\\!", "system", "!", ".sh"};
constexpr std::array<std::string_view, 12> writing{".output", ".once", ".backup", ".save", ".clone", ".log",
                                                   "\\o",     "\\out", "\\w",     "\\g",   "tee",    "\\T"};
constexpr std::array<std::string_view, 5> reading{".read", "\\i", "\\ir", "source", "\\."};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin);
    while (!text.empty() && (text.ends_with(' ') || text.ends_with(';') || text.ends_with('\r'))) text.remove_suffix(1);
    return text;
}

std::string unquoted(std::string_view text) {
    text = trimmed(text);
    const bool is_quoted =
        text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
    return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

void writes_to(std::string_view target, const Call& call, Judge& judge) {
    const std::string file = unquoted(target);
    // ".backup main copy.db" names the file last; "|less" is a program.
    if (file.starts_with('|')) return judge.run_text({file.substr(1)}, call);
    const std::size_t blank = file.rfind(' ');
    if (file.empty() || file == "stdout" || file == "off") return;
    judge.note(ShellClass::write, call, "writes a file by a command of its own");
    judge.writes({blank == std::string::npos ? file : file.substr(blank + 1)}, call);
}

bool judge_line(std::string_view line, const Call& call, Judge& judge) {
    line = trimmed(line);
    const std::size_t end = line.starts_with("\\!") ? 2 : line.find_first_of(" \t");
    const std::string name =
        line.starts_with('\\') ? std::string(line.substr(0, end)) : lower_case(line.substr(0, end));
    const std::string_view rest = end == std::string_view::npos ? std::string_view() : line.substr(end);
    if (is_one_of(name, running)) {
        judge.run_text({std::string(trimmed(rest))}, call);
        judge.note(ShellClass::unknown, call, "runs a program from within");
    } else if (is_one_of(name, writing)) {
        writes_to(rest, call, judge);
    } else if (is_one_of(name, reading)) {
        judge.runs_file({unquoted(rest)}, call);
    } else if (name == ".load") {
        judge.note(ShellClass::unknown, call, "loads code into the database");
    } else {
        return false;
    }
    return true;
}

// The text in quotes behind each place where the words stand: writefile('x', …), into outfile 'x', \copy t to 'x'.
bool judge_named_files(std::string_view text, const Call& call, Judge& judge) {
    const std::string lowered = lower_case(text);
    bool has_any = false;
    for (const std::string_view words : {"writefile(", "into outfile ", "into dumpfile ", "vacuum into "}) {
        for (std::size_t at = 0; (at = lowered.find(words, at)) != std::string::npos; at += words.size()) {
            const std::string_view rest = trimmed(text.substr(at + words.size()));
            has_any = true;
            const std::size_t close = rest.empty() ? std::string_view::npos : rest.find(rest.front(), 1);
            const bool is_quoted = (rest.starts_with('\'') || rest.starts_with('"')) && close != std::string_view::npos;
            if (is_quoted) {
                writes_to(rest.substr(0, close + 1), call, judge);
            } else {
                judge.note(ShellClass::unknown, call, "writes a file that is only known when it runs");
            }
        }
    }
    const bool runs_program =
        lowered.find(" program '") != std::string::npos || lowered.find(" program \"") != std::string::npos;
    if (runs_program) judge.note(ShellClass::unknown, call, "lets the database run a program");
    return has_any || runs_program;
}

}  // namespace

bool judge_client_commands(const Word& text, const Call& call, Judge& judge) {
    bool has_any = judge_named_files(text.text, call, judge);
    std::string_view rest = text.text;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        has_any |= judge_line(rest.substr(0, end), call, judge);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return has_any;
}

}  // namespace hm::shell
