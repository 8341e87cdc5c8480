#include "adapters/readable_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/tool_arguments.h"
#include "base/utf8.h"

namespace hm {
namespace {

constexpr std::size_t longest_tool_name = 200;
constexpr std::string_view could_do_anything = "What cannot be read could do anything: no rule can look at it.";

std::unexpected<Error> unreadable(std::string_view part, std::string remedy, std::string evidence) {
    return fail({ErrorCode::invalid_input,
                 fmt::format("The {} of this call cannot be read, so the call was not judged.", part),
                 std::move(remedy),
                 std::string(could_do_anything),
                 {std::move(evidence)}});
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

std::string kind_name(const json::value* value) {
    if (value == nullptr) return "missing";
    switch (value->kind()) {
        case json::kind::null: return "null";
        case json::kind::bool_: return "a boolean";
        case json::kind::string: return "a text";
        case json::kind::array: return "a list";
        case json::kind::object: return "an object";
        default: return "a number";
    }
}

Result<void> check_name(const json::value* tool) {
    constexpr const char* remedy = "Call the tool by its name, as the client lists it.";
    if (tool == nullptr || !tool->is_string()) {
        return unreadable("tool's name", remedy, fmt::format("The tool's name is {}.", kind_name(tool)));
    }
    const std::string_view name = tool->get_string();
    if (name.find_first_not_of(' ') == std::string_view::npos) {
        return unreadable("tool's name", remedy, "The tool's name is empty.");
    }
    if (std::any_of(name.begin(), name.end(), is_control)) {
        return unreadable("tool's name", remedy,
                          fmt::format("\"{}\" holds control characters.", shorten(plain_tool_name(name), 60)));
    }
    if (name.size() > longest_tool_name) {
        return unreadable("tool's name", remedy, fmt::format("It has {} bytes.", name.size()));
    }
    return {};
}

Result<void> check_command(const ToolUse& use, const json::object& arguments) {
    const std::string remedy = "Repeat the call with the command as one text, or as a list of words.";
    const auto of_tool = [&](std::string_view trouble) { return fmt::format("{}: {}.", use.tool, trouble); };
    bool is_there = false;
    for (const std::string_view name : command_names()) {
        const json::value* value = arguments.if_contains(name);
        if (value == nullptr || value->is_null()) continue;
        is_there = true;
        if (const json::array* words = value->if_array()) {
            const bool is_all_text = std::all_of(words->begin(), words->end(), [](const json::value& word) {
                return word.is_string() && word.get_string().find('\0') == std::string_view::npos;
            });
            if (!is_all_text)
                return unreadable("command", remedy, of_tool("its command is a list with more than text"));
            continue;
        }
        if (!value->is_string()) return unreadable("command", remedy, of_tool("its command is " + kind_name(value)));
    }
    if (!is_there) return unreadable("command", remedy, of_tool("its command is missing"));
    if (use.command.find_first_not_of(" \t\r\n") == std::string::npos) {
        return unreadable("command", remedy, of_tool("its command is empty"));
    }
    if (use.command.find('\0') != std::string::npos) {
        return unreadable("command", remedy, of_tool("its command holds a NUL byte"));
    }
    return {};
}

Result<void> check_paths(const ToolUse& use, const json::object& arguments) {
    const std::string remedy = "Repeat the call with the path of each file as a text.";
    const auto of_tool = [&](std::string_view trouble) { return fmt::format("{}: {}.", use.tool, trouble); };
    for (const std::string_view name : path_names()) {
        const json::value* value = arguments.if_contains(name);
        if (value == nullptr || value->is_null() || value->is_string()) continue;
        return unreadable("path", remedy, of_tool(fmt::format("its {} is {}", name, kind_name(value))));
    }
    if (use.paths.empty()) return unreadable("path", remedy, of_tool("it names no file"));
    const bool holds_nul = std::any_of(use.paths.begin(), use.paths.end(),
                                       [](const std::string& path) { return path.find('\0') != std::string::npos; });
    if (holds_nul) return unreadable("path", remedy, of_tool("a path holds a NUL byte"));
    return {};
}

}  // namespace

std::string plain_tool_name(std::string_view name) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string plain;
    for (const char c : name) {
        if (is_control(c)) {
            plain += replacement;
        } else {
            plain += c;
        }
    }
    return plain;
}

Result<void> check_readable(const json::value* tool, const json::value* arguments, const ToolUse& use) {
    HM_TRY(check_name(tool));
    // Tools that only look are judged by their name; some clients send nothing where there is nothing to say.
    const bool is_missing = arguments == nullptr || arguments->is_null();
    if (is_missing && use.kind == ToolKind::read) return {};
    if (is_missing || !arguments->is_object()) {
        return unreadable("input", "Repeat the call with its arguments as an object.",
                          fmt::format("{}: its arguments are {}.", shorten(use.tool, 60), kind_name(arguments)));
    }
    if (use.kind == ToolKind::shell) return check_command(use, arguments->get_object());
    if (use.kind == ToolKind::write) return check_paths(use, arguments->get_object());
    return {};
}

Result<void> check_was_sent(const json::object& input, std::size_t most) {
    const json::value* bytes = input.if_contains("too_large");
    if (bytes == nullptr) return {};
    return fail({ErrorCode::invalid_input,
                 "This call is too large to be read, so it was not judged.",
                 "Make it in smaller parts: a file in several edits, a long command from a script in a file.",
                 std::string(could_do_anything),
                 {fmt::format("The call has {} bytes; at most {} are read.", to_text(*bytes), most)}});
}

Error unreadable_call(const Error& met) {
    return {ErrorCode::invalid_input, "This call cannot be read, so it was not judged.",
            "Make the call again, plainly and in smaller parts; if it stays so, run `hivemind doctor`.",
            met.why.empty() ? std::string(could_do_anything) : met.why,
            met.evidence.empty() ? std::vector<std::string>{met.what} : met.evidence};
}

std::string_view peek_member(std::string_view text, std::string_view name) {
    constexpr std::size_t near = 4096;
    const std::string key = fmt::format("\"{}\"", name);
    std::size_t at = text.substr(0, near).find(key);
    if (at == std::string_view::npos) return {};
    at = text.find_first_not_of(" \t\r\n:", at + key.size());
    if (at == std::string_view::npos || text[at] != '"') return {};
    const std::size_t end = text.find('"', at + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
}

}  // namespace hm
