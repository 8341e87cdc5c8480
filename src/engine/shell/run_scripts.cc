#include "engine/shell/run_scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/shell/call.h"

namespace hm {
namespace {

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
    return shell::is_listed(program, "sh bash zsh dash ksh ash mksh rbash busybox") ? "sh" : program;
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

}  // namespace

std::vector<RunScript> take_in_script(ShellJudgement& judgement, const RunScript& script, std::string_view text,
                                      ScriptOrigin origin, const OwnCommands& own) {
    const std::string language = script.language.empty() ? language_of(text) : script.language;
    const bool is_foreign = origin == ScriptOrigin::unknown;
    if (language != "sh") {
        if (is_foreign && names_persons_command(text, own)) {
            add_effect(judgement, {ShellClass::destructive, "hivemind",
                                   fmt::format("the script {} calls what is for the person alone", script.path), true});
        }
        return {};
    }
    ScriptedJudgement inside = judge_with_scripts(text, own);
    for (ShellEffect& effect : inside.judgement.effects) {
        if (!is_foreign && !effect.is_for_person) continue;
        effect.why += fmt::format(" (in the script {})", script.path);
        add_effect(judgement, std::move(effect));
    }
    for (const std::string& path : inside.judgement.writes) {
        if (is_foreign && judgement.writes.size() < most_writes)
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

}  // namespace hm
