#include "adapters/tool_arguments.h"

#include <array>

namespace hm {
namespace {

// The spellings under which a path arrives.
constexpr std::array<std::string_view, 8> path_names{"filePath", "file_path",     "path",          "filepath",
                                                     "file",     "notebook_path", "absolute_path", "dir_path"};

// The files that a patch names: "*** Update File: a.ts", "*** Add File: …", "*** Move to: …".
void add_patch_paths(std::string_view patch, std::vector<std::string>& paths) {
    constexpr std::array<std::string_view, 4> heads{
        "*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "};
    while (!patch.empty()) {
        const std::size_t end = patch.find('\n');
        std::string_view line = patch.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        for (const std::string_view head : heads) {
            if (line.starts_with(head)) paths.emplace_back(line.substr(head.size()));
        }
        patch.remove_prefix(end == std::string_view::npos ? patch.size() : end + 1);
    }
}

}  // namespace

void fill_in_arguments(ToolUse& use, const json::object& arguments) {
    if (use.kind == ToolKind::shell) {
        use.command = std::string(text_member(arguments, "command"));
        return;
    }
    for (const std::string_view name : path_names) {
        if (const std::string_view path = text_member(arguments, name); !path.empty()) use.paths.emplace_back(path);
    }
    if (use.kind != ToolKind::write) return;
    for (const std::string_view name : {"patchText", "patch", "input", "command"}) {
        add_patch_paths(text_member(arguments, name), use.paths);
    }
}

}  // namespace hm
