#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "app/project/code_map.h"
#include "base/json.h"
#include "base/strings.h"
#include "engine/codemap/lexer.h"
#include "store/files/read_files.h"

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
    std::erase_if(loaded.files, [](const auto& each) { return !each.second.language; });
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

namespace {

class Finder {
public:
    Finder(Connection& codemap, const ProjectPaths& paths, Deadline deadline)
        : codemap_(codemap), paths_(paths), deadline_(deadline) {}

    Result<Inconsistencies> run() {
        HM_TRY_ASSIGN(loaded_, load_graph(codemap_, paths_, deadline_));
        HM_TRY_ASSIGN(exports_, exported_symbols(codemap_));
        for (const auto& [path, file] : loaded_.files) {
            if (!file.skipped.empty() || !file.language) continue;
            HM_TRY_ASSIGN(const CodeFile code, read_code(codemap_, path));
            look_at_file(path, code);
        }
        look_for_missing_imports();
        look_at_words();
        std::ranges::sort(answer_.found, {}, [](const Inconsistency& each) {
            return std::tie(each.kind, each.path, each.line, each.name);
        });
        return std::move(answer_);
    }

private:
    void tell(InconsistencyKind kind, const std::string& path, std::int64_t line, const std::string& name,
              std::string message) {
        answer_.found.push_back({kind, path, line, name, std::move(message)});
    }

    void look_at_file(const std::string& path, const CodeFile& code) {
        for (const CodeComment& comment : code.comments) {
            // PHP documents types that its signatures leave out: there hardly any difference is a mistake.
            const CodeSymbol* symbol = code.language == CodeLanguage::php ? nullptr : symbol_documented(comment, code);
            if (symbol != nullptr) {
                const std::string mismatch = parameter_mismatch(comment, *symbol, code.language);
                if (!mismatch.empty())
                    tell(InconsistencyKind::doc_parameters, path, comment.line, symbol->name, mismatch);
            }
            for (std::string& name : names_in_comment(comment.content))
                named_.push_back({path, comment.line, std::move(name)});
        }
        for (const CodeSymbol& symbol : code.symbols) declared_[symbol.name].insert(path);
    }

    // The nearest of that name: behind the comment, in Python before it.
    static const CodeSymbol* symbol_documented(const CodeComment& comment, const CodeFile& code) {
        const CodeSymbol* nearest = nullptr;
        for (const CodeSymbol& symbol : code.symbols) {
            if (symbol.name != comment.related) continue;
            if (code.language == CodeLanguage::python) {
                if (symbol.line <= comment.line) nearest = &symbol;
            } else if (symbol.line >= comment.line && nearest == nullptr) {
                nearest = &symbol;
            }
        }
        return nearest;
    }

    void look_for_missing_imports() {
        for (const auto& [path, edges] : loaded_.graph.imports) {
            const auto language = loaded_.files.at(path).language;
            for (const ImportEdge& edge : edges) {
                if (!edge.files.empty() || !is_relative_import(*language, edge.given)) continue;
                if (is_there(path, edge.given, *language)) continue;
                tell(InconsistencyKind::missing_import, path, edge.line, edge.given,
                     fmt::format("imports {}, which is not there", edge.given));
            }
        }
    }

    // Files that git ignores are there too, and what a build makes is told by its ending.
    bool is_there(const std::string& path, std::string_view given, CodeLanguage language) const {
        if (language == CodeLanguage::python)
            return is_python_module_there(path, given.substr(0, given.find(" import ")));
        const std::string base = joined_path(folder_of(path), given.substr(0, given.find_first_of("?#")));
        if (base.empty()) return true;
        std::error_code error;
        for (const std::string_view ending :
             {"", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".json", ".node", ".rb", ".vue", ".svelte", ".d.ts"}) {
            if (std::filesystem::exists(paths_.root / (base + std::string(ending)), error)) return true;
        }
        return false;
    }

    // A module may be compiled, and what stands behind one that is a file may be made as it runs.
    bool is_python_module_there(const std::string& path, std::string_view module) const {
        std::string_view folder = folder_of(path);
        module.remove_prefix(1);
        for (; module.starts_with('.'); module.remove_prefix(1)) folder = folder_of(folder);
        std::error_code error;
        std::filesystem::path place = paths_.root / folder;
        while (!module.empty()) {
            const std::size_t dot = module.find('.');
            const std::string part(module.substr(0, dot));
            for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
                if (entry.path().filename().string().starts_with(part + ".")) return true;
            }
            place /= part;
            if (!std::filesystem::is_directory(place, error)) return false;
            module.remove_prefix(dot == std::string_view::npos ? module.size() : dot + 1);
        }
        return true;
    }

    std::optional<std::string> read(const std::string& path) const {
        auto source = read_bounded_file(paths_.root / path, largest_mapped_file);
        return source && *source ? std::move(**source) : std::optional<std::string>();
    }

    void look_at_words() {
        std::unordered_set<std::string> asked;
        for (const Named& each : named_) asked.insert(each.name);
        for (const FoundSymbol& each : exports_) {
            const auto file = loaded_.files.find(each.path);
            if (file != loaded_.files.end() && file->second.skipped.empty() &&
                may_be_orphan(each, *file->second.language)) {
                asked.insert(each.symbol.name);
                candidates_.push_back(&each);
            }
        }
        WordUses uses;
        for (const auto& [path, file] : loaded_.files) {
            if (deadline_.has_passed()) {
                answer_.is_whole = false;
                return;
            }
            const auto kind = source_kind(path);
            const auto source = kind ? read(path) : std::nullopt;
            if (source) note_words(*kind, path, *source, asked, uses);
        }
        for (const Named& each : named_) {
            if (uses.contains(each.name) || declared_.contains(each.name)) continue;
            tell(InconsistencyKind::comment_names, each.path, each.line, each.name,
                 fmt::format("a comment names {}, which is nowhere in the code", each.name));
        }
        for (const FoundSymbol* each : candidates_) {
            if (!is_orphan(*each, uses, declared_[each->symbol.name])) continue;
            tell(InconsistencyKind::orphan_export, each->path, each->symbol.line, each->symbol.name,
                 fmt::format("{} {} is exported, and no other file uses it", name_of(each->symbol.kind),
                             each->symbol.name));
        }
    }

    struct Named {
        std::string path;
        std::int64_t line;
        std::string name;
    };

    Connection& codemap_;
    const ProjectPaths& paths_;
    Deadline deadline_;
    LoadedGraph loaded_;
    std::vector<FoundSymbol> exports_;
    std::vector<const FoundSymbol*> candidates_;
    std::unordered_map<std::string, std::set<std::string>> declared_;
    std::vector<Named> named_;
    Inconsistencies answer_;
};

}  // namespace

Result<Inconsistencies> find_inconsistencies(Connection& codemap, const ProjectPaths& paths, Deadline deadline) {
    return Finder(codemap, paths, deadline).run();
}

}  // namespace hm
