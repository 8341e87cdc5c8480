#include "engine/detect/read_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>

namespace hm {
namespace {

// What agents say when they go in circles. Not "error" or "failed": those are what ordinary work is about.
constexpr std::array<std::string_view, 14> words_of_a_stuck_agent{
    "stuck",        "confused", "confusing",   "going in circles", "running in circles", "in a loop",     "try again",
    "trying again", "retrying", "no idea why", "still failing",    "still not working",  "keeps failing", "give up",
};

constexpr std::int64_t flow_below_words = 20;
constexpr std::int64_t gathering_above_words = 30;
constexpr std::int64_t most_points = 40;
constexpr std::int64_t points_for_file = 3;

bool is_word_byte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

bool stands_alone(std::string_view text, std::size_t at, std::size_t length) {
    const bool opens = at == 0 || !is_word_byte(text[at - 1]);
    const std::size_t end = at + length;
    return opens && (end >= text.size() || !is_word_byte(text[end]));
}

// "src/a.ts", "main.cc": a dot or a slash inside, letters on both sides.
bool is_file_name(std::string_view word) {
    const std::size_t at = word.find_last_of("./");
    return at != std::string_view::npos && at > 0 && at + 1 < word.size() && is_word_byte(word[at - 1]) &&
           is_word_byte(word[at + 1]) && word.find("://") == std::string_view::npos;
}

bool has_any(std::string_view name, std::span<const std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

ToolClass class_by_name(std::string_view tool) {
    std::string name(tool);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    constexpr std::array<std::string_view, 2> governance{"hivemind", "govern_"};
    constexpr std::array<std::string_view, 8> write{"write",  "edit",   "patch", "create",
                                                    "delete", "remove", "move",  "update"};
    constexpr std::array<std::string_view, 8> read{"read", "list", "glob", "grep", "search", "fetch", "view", "get"};
    if (has_any(name, governance)) return ToolClass::governance;
    if (has_any(name, write)) return ToolClass::write;
    if (has_any(name, read)) return ToolClass::read;
    return ToolClass::query;
}

}  // namespace

std::string_view stuck_word_in(std::string_view words) {
    std::string text(words.substr(0, 8000));
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const std::string_view word : words_of_a_stuck_agent) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            if (stands_alone(text, at, word.size())) return word;
        }
    }
    return {};
}

ReadPrompt read_prompt(std::string_view prompt, PromptAuthor author) {
    ReadPrompt read;
    if (author == PromptAuthor::tool) return {PromptSort::not_a_prompt, 0, 0};
    std::int64_t files = 0;
    std::size_t at = 0;
    while (at < prompt.size()) {
        const std::size_t begin = prompt.find_first_not_of(" \t\r\n", at);
        if (begin == std::string_view::npos) break;
        const std::size_t end = std::min(prompt.find_first_of(" \t\r\n", begin), prompt.size());
        read.words += 1;
        files += is_file_name(prompt.substr(begin, end - begin)) ? 1 : 0;
        at = end;
    }
    if (read.words < flow_below_words) read.sort = PromptSort::flow;
    if (read.words <= gathering_above_words) return read;
    read.sort = PromptSort::gathering;
    read.points = std::min(most_points, (read.words - gathering_above_words) / 10 + 1 + files * points_for_file);
    return read;
}

ToolClass class_of(ToolKind kind, std::string_view tool, bool writes_files) {
    switch (kind) {
        case ToolKind::own: return ToolClass::governance;
        case ToolKind::read: return ToolClass::read;
        case ToolKind::write: return ToolClass::write;
        case ToolKind::shell: return writes_files ? ToolClass::write : ToolClass::query;
        case ToolKind::delegate: return ToolClass::query;
        case ToolKind::other: return class_by_name(tool);
    }
    return ToolClass::query;
}

}  // namespace hm
