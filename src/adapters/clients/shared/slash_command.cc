#include <algorithm>

#include "adapters/clients/shared/hook.h"
#include "adapters/wiring/file_changes.h"
#include "base/strings.h"
#include "view/stop_text.h"

namespace hm::hook {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 60;
constexpr std::size_t shortest_opening = 8;  // of a command's text; less would be found in any prompt
constexpr std::uintmax_t longest_file = 64U * 1024U;
constexpr int most_files = 200;
constexpr int deepest = 4;

bool is_name(std::string_view text) {
    const auto is_part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == ':' || c == '.';
    };
    return !text.empty() && text.size() <= longest_name && std::all_of(text.begin(), text.end(), is_part);
}

std::optional<SlashCommand> typed_command(std::string_view prompt) {
    prompt = trimmed(prompt);
    if (!prompt.starts_with('/')) return std::nullopt;
    const std::string_view name = prompt.substr(1, prompt.find_first_of(" \t\r\n") - 1);
    std::error_code error;
    // "/tmp is full" is about a folder.
    if (!is_name(name) || fs::exists("/" + std::string(name), error)) return std::nullopt;
    return SlashCommand{std::string(name), std::string(trimmed(prompt.substr(1 + name.size())))};
}

std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            plain += text[i];
            continue;
        }
        const char next = text[++i];
        plain += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    }
    return plain;
}

// The value of `prompt` in a command's file. Only the forms a text has in TOML; anything else is no prompt.
std::string prompt_in_toml(std::string_view text) {
    for (std::size_t at = text.find("prompt"); at != std::string_view::npos; at = text.find("prompt", at + 1)) {
        if (at > 0 && text[at - 1] != '\n') continue;
        const std::size_t equals = text.find_first_not_of(" \t", at + 6);
        if (equals == std::string_view::npos || text[equals] != '=') continue;
        const std::size_t begin = text.find_first_not_of(" \t", equals + 1);
        if (begin == std::string_view::npos) return {};
        const std::string_view value = text.substr(begin);
        for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
            if (!value.starts_with(quote)) continue;
            std::size_t end = quote.size();
            while (end < value.size() && !value.substr(end).starts_with(quote)) {
                end += value[end] == '\\' && quote[0] == '"' ? 2U : 1U;
            }
            const std::string_view inside = value.substr(quote.size(), std::min(end, value.size()) - quote.size());
            return quote[0] == '"' ? unescaped(inside) : std::string(inside);
        }
        return {};
    }
    return {};
}

// What stands before and behind the place of the arguments; nothing of what the client puts in by itself.
std::optional<std::string> arguments_of(std::string_view prompt, std::string_view text) {
    const std::size_t place = std::min({text.find("{{args}}"), text.find("!{"), text.find("@{")});
    const std::string_view opening = trimmed(text.substr(0, place));
    if (opening.size() < shortest_opening || !prompt.starts_with(opening)) return std::nullopt;
    const std::string_view rest = prompt.substr(opening.size());
    if (place == std::string_view::npos || !text.substr(place).starts_with("{{args}}")) return std::string();
    const std::string_view closing = trimmed(text.substr(place + 8));
    const std::size_t end = closing.empty() ? rest.size() : rest.find(closing);
    return std::string(trimmed(rest.substr(0, std::min(end, rest.size()))));
}

// "git/commit.toml" is the command "git:commit".
std::string name_in(const fs::path& folder, const fs::path& file) {
    std::string name = file.lexically_relative(folder).replace_extension().generic_string();
    std::replace(name.begin(), name.end(), '/', ':');
    return name;
}

std::optional<SlashCommand> command_of_project(std::string_view prompt, const fs::path& folder) {
    std::error_code error;
    int left = most_files;
    for (auto it = fs::recursive_directory_iterator(folder, error); !error && it != fs::recursive_directory_iterator();
         it.increment(error)) {
        if (--left < 0) return std::nullopt;
        if (it.depth() >= deepest) it.disable_recursion_pending();
        if (it->path().extension() != ".toml" || !it->is_regular_file(error)) continue;
        if (it->file_size(error) > longest_file || error) continue;
        const auto text = read_whole_file(it->path());
        if (!text || !*text) continue;
        if (auto arguments = arguments_of(prompt, prompt_in_toml(**text))) {
            return SlashCommand{name_in(folder, it->path()), std::move(*arguments)};
        }
    }
    return std::nullopt;
}

std::optional<SlashCommand> expanded_command(std::string_view prompt, const fs::path& directory) {
    prompt = trimmed(prompt);
    // It quotes what a server's prompt says.
    const std::string_view said = prompt.starts_with('"') ? prompt.substr(1) : prompt;
    if (const std::string_view own = prompt_named_by(said); !own.empty()) return SlashCommand{std::string(own), {}};
    return command_of_project(prompt, directory / ".gemini" / "commands");
}

}  // namespace

std::optional<SlashCommand> command_in(std::string_view prompt, PromptComes comes, const fs::path& directory) {
    switch (comes) {
        case PromptComes::beside_its_command: return std::nullopt;
        case PromptComes::as_typed: return typed_command(prompt);
        case PromptComes::expanded: return expanded_command(prompt, directory);
    }
    return std::nullopt;
}

}  // namespace hm::hook
