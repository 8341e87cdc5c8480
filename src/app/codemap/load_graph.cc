#include "app/codemap/load_graph.h"

#include "app/codemap/refresh.h"
#include "base/json.h"
#include "store/line_file.h"

namespace hm {
namespace {

constexpr std::size_t most_manifests = 300;
constexpr std::size_t largest_manifest = 200'000;

std::string module_of_go(std::string_view text) {
    const std::size_t word = text.starts_with("module ") ? 0 : text.find("\nmodule ");
    if (word == std::string_view::npos) return {};
    std::string_view rest = text.substr(text.find("module ", word) + 7);
    rest = rest.substr(0, rest.find_first_of(" \t\r\n"));
    return std::string(rest);
}

void read_name(const std::string& path, const std::string& text, ModuleNames& names) {
    const std::string folder(folder_of(path));
    if (path.ends_with("go.mod")) {
        const std::string module = module_of_go(text);
        if (!module.empty()) names.go_modules.emplace(module, folder);
        return;
    }
    const auto manifest = parse_json(text, largest_manifest);
    if (!manifest || !manifest->is_object()) return;
    const std::string name(text_member(manifest->get_object(), "name"));
    if (!name.empty()) names.packages.emplace(name, folder);
}

bool is_manifest(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name == "go.mod" || name == "package.json";
}

ModuleNames read_names(const ProjectPaths& paths, const std::vector<std::string>& files) {
    ModuleNames names;
    std::size_t read = 0;
    for (const std::string& path : files) {
        if (!is_manifest(path) || read++ >= most_manifests) continue;
        const auto text = read_bounded_file(paths.root / path, largest_manifest);
        if (text && *text) read_name(path, **text, names);
    }
    return names;
}

}  // namespace

Result<LoadedGraph> load_graph(Connection& codemap, const ProjectPaths& paths, Deadline deadline) {
    LoadedGraph loaded;
    HM_TRY_ASSIGN(loaded.files, mapped_files(codemap));
    HM_TRY_ASSIGN(const std::vector<FoundImport> found, all_imports(codemap));
    // An import may name a file that is no code: it is the project's nevertheless.
    const ProjectFiles listed = list_project_files(paths.root, most_mapped_files, deadline);
    std::vector<ImportOfFile> imports;
    imports.reserve(found.size());
    for (const FoundImport& each : found) {
        const auto file = loaded.files.find(each.path);
        if (file == loaded.files.end() || !file->second.language) continue;
        imports.push_back({each.path, *file->second.language, &each.import});
    }
    loaded.graph = build_graph(imports, ImportResolver(listed.paths, read_names(paths, listed.paths)));
    return loaded;
}

}  // namespace hm
