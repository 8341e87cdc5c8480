#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/strings.h"
#include "engine/project/document.h"
#include "engine/project/stack.h"

namespace hm {
namespace {

constexpr std::size_t most_claims = 60;
constexpr std::size_t lines_of_head = 40;
constexpr std::size_t lines_of_foot = 20;
constexpr std::size_t longest_line = 2000;

std::vector<std::string_view> words_of(std::string_view line, std::string_view between) {
    std::vector<std::string_view> words;
    line = line.substr(0, longest_line);
    for (std::size_t at = line.find_first_not_of(between); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(between, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(between, end);
    }
    return words;
}

// Words by which a line tells of another time, or of what is not so.
bool tells_of_the_past(const std::vector<std::string_view>& words) {
    constexpr auto past = std::to_array<std::string_view>(
        {"from",    "since",      "before",    "until",     "prior",    "previously", "formerly", "was",     "were",
         "old",     "older",      "dropped",   "removed",   "migrate",  "migrated",   "upgrade",  "earlier", "not",
         "instead", "deprecated", "migrating", "upgrading", "upgraded", "added",      "unlike"});
    return std::ranges::any_of(
        words, [&](std::string_view word) { return std::ranges::find(past, lower_case(word)) != past.end(); });
}

// "18", "v18.2", "^18", ">=3.9", "20+", "3.x"; the range it means, or nothing.
std::optional<std::string> version_word(std::string_view word) {
    while (!word.empty() && std::string_view(".,:").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    std::size_t number = word.find_first_not_of("^~>=<");
    if (number == std::string_view::npos) return std::nullopt;
    std::string sign(word.substr(0, number));
    if ((word[number] == 'v' || word[number] == 'V') && number + 1 < word.size()) ++number;
    std::string_view digits = word.substr(number);
    const bool or_later = digits.ends_with('+');
    if (or_later) digits.remove_suffix(1);
    if (digits.ends_with(".x")) digits.remove_suffix(2);
    if (digits.empty() || digits.size() > 20 || !is_digit(digits.front()) || !is_digit(digits.back()))
        return std::nullopt;
    if (digits.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
    return (or_later ? ">=" : sign) + std::string(digits);
}

bool means_or_later(const std::vector<std::string_view>& words, std::size_t i) {
    return i + 1 < words.size() && (words[i] == "or" || words[i] == "and") &&
           (words[i + 1].starts_with("later") || words[i + 1].starts_with("higher") ||
            words[i + 1].starts_with("newer") || words[i + 1].starts_with("above") || words[i + 1].starts_with("up"));
}

void read_versions(const DocumentLine& line, std::vector<VersionClaim>& versions) {
    if (line.text.find_first_of("0123456789") == std::string_view::npos) return;
    const std::vector<std::string_view> words = words_of(line.text, " \t()[]|*`\"';,");
    if (tells_of_the_past(words)) return;
    const auto add = [&](std::string_view name, std::string_view range) {
        if (versions.size() == most_claims) return;
        versions.push_back({ScannedText::clipped(lower_case(name)), ScannedText::clipped(range),
                            static_cast<std::int64_t>(line.number)});
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (const auto chosen = package_chosen(words[i])) {
            add(chosen->name, chosen->range);
            continue;
        }
        const bool is_name = words[i].size() > 1 && std::isalpha(static_cast<unsigned char>(words[i].front())) != 0 &&
                             !words[i].ends_with(':') && !words[i].ends_with('.');
        std::size_t next = i + 1;
        if (!is_name || next >= words.size()) continue;
        if ((words[next] == "version" || words[next] == "v") && next + 1 < words.size()) ++next;
        auto range = version_word(words[next]);
        if (!range) continue;
        // "React 18" is a version, "express 3 ideas" is not.
        const bool is_plain_number = range->find_first_not_of("0123456789") == std::string::npos;
        if (is_plain_number && std::isupper(static_cast<unsigned char>(words[i].front())) == 0) continue;
        if (means_or_later(words, next + 1)) *range = ">=" + *range;
        add(words[i], *range);
    }
}

std::string_view without_prompt(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    line.remove_prefix(begin);
    for (const std::string_view prompt : {"$ ", "> ", "% "}) {
        if (line.starts_with(prompt)) line.remove_prefix(prompt.size());
    }
    return line;
}

bool is_flag(std::string_view word) {
    return word.starts_with('-');
}

bool is_script_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("_-.:/").find(c) != std::string_view::npos;
    });
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

// The script that npm and its like are told to run; empty when it is another of their commands.
std::string_view npm_script(const std::vector<std::string_view>& words) {
    if (words.size() > 1 && is_one_of(words[1], {"test", "start"})) return words[1];
    for (std::size_t i = 1; i + 1 < std::min<std::size_t>(words.size(), 6); ++i) {
        if (!is_one_of(words[i], {"run", "run-script"})) continue;
        for (std::size_t name = i + 1; name < words.size(); ++name) {
            if (!is_flag(words[name])) return words[name];
        }
    }
    return {};
}

class CommandClaims {
public:
    CommandClaims(std::size_t line, DocumentReading& reading)
        : line_(static_cast<std::int64_t>(line)), reading_(reading) {}

    void read(std::string_view text) {
        text = without_prompt(text);
        if (text.starts_with('#')) return;
        text = text.substr(0, text.find(" #"));
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find_first_of("&;|", begin), text.size());
            read_one(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }

private:
    void read_one(std::string_view command) {
        std::vector<std::string_view> words = words_of(command, " \t\"'");
        while (!words.empty() && (words.front().find('=') != std::string_view::npos || words.front() == "sudo"))
            words.erase(words.begin());
        if (words.empty()) return;
        const std::string_view program = words.front();
        if (is_one_of(program, {"npm", "pnpm", "yarn", "bun"})) {
            const std::string_view script = npm_script(words);
            // bun runs files, too.
            if (script.find_first_of("./") == std::string_view::npos) add_script(ScriptRunner::npm, script);
        } else if (program == "make") {
            read_make(words);
        } else if (program.starts_with("./")) {
            add_path(program);
        } else if (words.size() > 1 && is_one_of(program, {"bash", "sh", "node", "python", "python3", "tsx", "deno"})) {
            if (!is_flag(words[1])) add_path(words[1]);
        }
    }

    void read_make(const std::vector<std::string_view>& words) {
        const bool is_elsewhere = std::ranges::any_of(
            words, [](std::string_view word) { return is_one_of(word.substr(0, 2), {"-C", "-f"}); });
        if (is_elsewhere) return;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (is_flag(words[i]) || words[i].find('=') != std::string_view::npos) continue;
            if (!is_script_name(words[i]) || is_digit(words[i].front())) return;
            add_script(ScriptRunner::make, words[i]);
        }
    }

    void add_script(ScriptRunner runner, std::string_view name) {
        if (!is_script_name(name) || name.find("...") != std::string_view::npos) return;
        if (reading_.scripts.size() < most_claims) {
            reading_.scripts.push_back({runner, ScannedText::clipped(name), line_});
        }
    }

    void add_path(std::string_view word) {
        const auto path = path_in_code(word);
        if (path) reading_.links.push_back({DocumentLinkKind::command, ScannedText::clipped(*path), line_});
    }

    std::int64_t line_;
    DocumentReading& reading_;
};

bool is_shell(std::string_view language) {
    return is_one_of(lower_case(language), {"", "sh", "bash", "shell", "zsh", "console", "shell-session", "terminal"});
}

std::optional<Time> updated_in(std::string_view line) {
    const std::string lowered = lower_case(line.substr(0, 200));
    for (const std::string_view sign :
         {"last updated", "last modified", "last reviewed", "last revised", "last_updated", "last-updated",
          "lastupdated", "last_modified", "updated:", "updated on"}) {
        const std::size_t at = lowered.find(sign);
        if (at == std::string::npos) continue;
        std::string behind(line.substr(at + sign.size(), 60));
        std::ranges::replace(behind, ':', ' ');
        if (const auto time = date_in(behind)) return time;
    }
    return std::nullopt;
}

}  // namespace

void read_claims(const std::vector<DocumentLine>& lines, const std::vector<CodePiece>& code, DocumentReading& reading) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const DocumentLine& line = lines[i];
        if (line.kind == LineKind::prose) read_versions(line, reading.versions);
        if (line.kind == LineKind::code && is_shell(line.language)) CommandClaims(line.number, reading).read(line.text);
        const bool is_at_an_end = i < lines_of_head || i + lines_of_foot >= lines.size();
        const bool may_say = line.kind == LineKind::prose || line.kind == LineKind::front_matter;
        if (!reading.updated_at && is_at_an_end && may_say) reading.updated_at = updated_in(line.text);
    }
    for (const CodePiece& piece : code) {
        // A single word is a path at most, and known as one.
        if (piece.text.find(' ') != std::string_view::npos) CommandClaims(piece.line, reading).read(piece.text);
    }
}

}  // namespace hm
