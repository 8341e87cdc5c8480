#include "adapters/tool_arguments.h"

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "base/shell_word.h"
#include "engine/gate/path_limit.h"

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
constexpr std::array<std::string_view, 4> patch_heads{
    "*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "};

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

// "+++ b/src/a.ts" and a time behind a tab; /dev/null is no file of the project.
void add_diff_path(std::string_view line, std::vector<std::string>& paths) {
    std::string_view path = line.substr(4);
    path = path.substr(0, path.find('\t'));
    if (path == "/dev/null") return;
    if (path.starts_with("a/") || path.starts_with("b/")) path.remove_prefix(2);
    add(path, paths);
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

void add_patch_paths(std::string_view patch, std::vector<std::string>& paths) {
    bool is_after_old = false;
    while (!patch.empty()) {
        const std::size_t end = patch.find('\n');
        std::string_view line = patch.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        for (const std::string_view head : patch_heads) {
            if (line.starts_with(head)) add(line.substr(head.size()), paths);
        }
        // Only the pair of them is a head: a removed line may begin with dashes as well.
        if (is_after_old && line.starts_with("+++ ")) add_diff_path(line, paths);
        is_after_old = line.starts_with("--- ");
        const std::size_t next = end == std::string_view::npos ? patch.size() : end + 1;
        if (is_after_old && patch.substr(next).starts_with("+++ ")) add_diff_path(line, paths);
        patch.remove_prefix(next);
    }
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
        if (kind == ToolKind::write) add_patch_paths(text_member(arguments, name), paths);
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

void fill_in_arguments(ToolUse& use, const json::object& arguments) {
    if (use.kind == ToolKind::shell) {
        use.command = command_named(arguments);
    } else {
        use.paths = paths_named(arguments, use.kind);
    }
}

void fill_in_words(ToolUse& use, const json::object& arguments) {
    for (const std::string_view name : {"description", "prompt", "reason"}) {
        if (const std::string_view said = text_member(arguments, name); !said.empty()) {
            use.words.append(said).append("\n");
        }
    }
    use.print = sha256_hex(use.tool + to_text(arguments)).substr(0, 16);
}

}  // namespace hm
