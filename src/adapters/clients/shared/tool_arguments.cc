#include "adapters/clients/shared/tool_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/digest.h"
#include "base/strings.h"
#include "domain/texts.h"
#include "engine/shell/patch_paths.h"

namespace hm {
namespace {

// One more than the gate looks at, so that it sees that there are more.
constexpr std::size_t most_paths = most_judged_paths + 1;

constexpr std::array<std::string_view, 16> single_names{
    "filePath",      "file_path",    "path",     "filepath", "file",     "notebook_path", "notebookPath", "target_file",
    "absolute_path", "absolutePath", "new_path", "newPath",  "old_path", "oldPath",       "filename",     "dir_path"};
constexpr std::array<std::string_view, 6> list_names{"paths", "files", "file_paths", "filePaths", "edits", "changes"};
// Of what moves and copies files.
constexpr std::array<std::string_view, 3> end_names{"source", "destination", "dest"};
constexpr std::array<std::string_view, 6> patch_names{"patchText", "patch", "input", "diff", "patch_text", "command"};

// The directory that a command runs in, or that relative paths start from.
constexpr std::array<std::string_view, 22> directory_names{"workdir",
                                                           "work_dir",
                                                           "workDir",
                                                           "cwd",
                                                           "dir_path",
                                                           "dirPath",
                                                           "directory",
                                                           "dir",
                                                           "working_dir",
                                                           "workingDir",
                                                           "working_directory",
                                                           "workingDirectory",
                                                           "workingdir",
                                                           "cd",
                                                           "chdir",
                                                           "base_dir",
                                                           "baseDir",
                                                           "base_directory",
                                                           "baseDirectory",
                                                           "base_path",
                                                           "current_directory",
                                                           "currentDirectory"};

// Tools of the clients that run in the directory of that argument and know no other.
struct HeededDirectory {
    std::string_view tool;
    std::string_view argument;
};
constexpr std::array<HeededDirectory, 6> heeded_directories{{{"bash", "workdir"},   // OpenCode
                                                             {"shell", "workdir"},  // Codex
                                                             {"local_shell", "workdir"},
                                                             {"shell_command", "workdir"},
                                                             {"exec_command", "workdir"},
                                                             {"run_shell_command", "dir_path"}}};  // Gemini CLI

void add(std::string_view path, std::vector<std::string>& paths) {
    const bool is_known = std::find(paths.begin(), paths.end(), path) != paths.end();
    if (!path.empty() && !is_known && paths.size() < most_paths) paths.emplace_back(path);
}

// A list of paths, or of objects that name one; an object whose keys are paths.
void add_listed(const json::value& value, std::vector<std::string>& paths) {
    if (value.is_object()) {
        for (const auto& member : value.get_object()) {
            if (member.value().is_object()) add(member.key(), paths);
        }
        return;
    }
    if (!value.is_array()) return;
    for (const json::value& item : value.get_array()) {
        if (item.is_string()) add(item.get_string(), paths);
        if (!item.is_object()) continue;
        for (const std::string_view name : single_names) add(text_member(item.get_object(), name), paths);
    }
}

// The words of a name, in lower case with _ around each: "NotebookEdit" is "_notebook_edit_".
std::string words_of(std::string_view name) {
    std::string words = "_";
    char before = '_';
    for (const char c : name) {
        const bool is_capital = c >= 'A' && c <= 'Z';
        const bool is_word = is_capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_capital && before >= 'a' && before <= 'z') words += '_';
        words += is_capital ? static_cast<char>(c - 'A' + 'a') : is_word ? c : '_';
        before = c;
    }
    return words + "_";
}

template <std::size_t N>
bool has_one_of(std::string_view words, const std::array<std::string_view, N>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view word) {
        return words.find("_" + std::string(word) + "_") != std::string_view::npos;
    });
}

}  // namespace

ToolKind kind_by_words(std::string_view tool, const json::object& arguments) {
    constexpr std::array<std::string_view, 11> running{"shell", "bash", "sh",  "zsh",      "exec",   "execute",
                                                       "run",   "cmd",  "pty", "terminal", "command"};
    constexpr std::array<std::string_view, 17> changing{"write",  "edit", "create", "delete", "remove",   "move",
                                                        "rename", "save", "append", "patch",  "replace",  "insert",
                                                        "update", "copy", "put",    "modify", "multiedit"};
    if (arguments.contains("subagent_type")) return ToolKind::delegate;
    const std::string words = words_of(tool);
    const bool has_command = arguments.contains("command") || arguments.contains("cmd");
    if (has_command && has_one_of(words, running)) return ToolKind::shell;
    const bool has_paths = !paths_named(arguments, ToolKind::write).empty();
    if (has_paths && has_one_of(words, changing)) return ToolKind::write;
    return ToolKind::other;
}

std::span<const std::string_view> path_names() {
    return single_names;
}

std::vector<std::string> paths_named(const json::object& arguments, ToolKind kind) {
    std::vector<std::string> paths;
    for (const std::string_view name : single_names) add(text_member(arguments, name), paths);
    for (const std::string_view name : list_names) {
        if (const json::value* list = arguments.if_contains(name)) add_listed(*list, paths);
    }
    for (const std::string_view name : end_names) {
        if (kind == ToolKind::write) add(text_member(arguments, name), paths);
    }
    for (const std::string_view name : patch_names) {
        if (kind != ToolKind::write) continue;
        for (const std::string& path : patch_paths(text_member(arguments, name), most_paths)) add(path, paths);
    }
    return paths;
}

std::span<const std::string_view> command_names() {
    static constexpr std::array<std::string_view, 3> names{"command", "cmd", "script"};
    return names;
}

std::string command_named(const json::object& arguments) {
    std::string command;
    for (const std::string_view name : command_names()) {
        const json::value* value = arguments.if_contains(name);
        std::string text;
        if (value != nullptr && value->is_string()) text = value->get_string();
        if (value != nullptr && value->is_array()) {
            for (const json::value& word : value->get_array()) {
                if (word.is_string()) text += (text.empty() ? "" : " ") + shell_word(word.get_string());
            }
        }
        if (!text.empty()) command += (command.empty() ? "" : "\n") + text;
    }
    return command;
}

std::vector<std::string> directories_named(std::string_view tool, const json::object& arguments) {
    std::vector<std::string> named;
    for (const HeededDirectory& heeded : heeded_directories) {
        if (heeded.tool == tool) add(text_member(arguments, heeded.argument), named);
    }
    if (!named.empty()) return named;
    for (const std::string_view name : directory_names) add(text_member(arguments, name), named);
    if (!named.empty()) add(".", named);
    return named;
}

std::string unreadable_directory(const json::object& arguments) {
    for (const std::string_view name : directory_names) {
        const json::value* value = arguments.if_contains(name);
        if (value != nullptr && !value->is_string() && !value->is_null()) return std::string(name);
    }
    return {};
}

void fill_in_arguments(ToolUse& use, const json::object& arguments) {
    if (use.kind == ToolKind::shell) {
        use.command = command_named(arguments);
    } else {
        use.paths = paths_named(arguments, use.kind);
    }
    if (use.kind != ToolKind::shell && use.kind != ToolKind::write) return;
    use.directories = directories_named(use.tool, arguments);
    if (use.kind == ToolKind::shell) use.bad_directory = unreadable_directory(arguments);
}

void fill_in_words(ToolUse& use, const json::object& arguments) {
    for (const std::string_view name : {"description", "prompt", "reason"}) {
        if (const std::string_view said = text_member(arguments, name); !said.empty()) {
            use.words.append(said).append("\n");
        }
    }
    use.print = sha256_hex(use.tool + to_text(arguments)).substr(0, 16);
}

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
