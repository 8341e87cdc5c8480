#include "engine/codemap/resolve_imports.h"

#include <algorithm>
#include <array>
#include <span>

namespace hm {
namespace {

constexpr std::size_t most_found = 200;

std::string with_slash(std::string_view folder) {
    return folder.empty() ? std::string() : std::string(folder) + "/";
}

std::string replaced(std::string_view text, char from, char to) {
    std::string out(text);
    std::ranges::replace(out, from, to);
    return out;
}

std::string_view name_in(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view without_ending(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos || dot < path.size() - name_in(path).size() ? path : path.substr(0, dot);
}

constexpr std::array<std::string_view, 10> script_endings{".ts", ".tsx", ".mts", ".cts", ".d.ts",
                                                          ".js", ".jsx", ".mjs", ".cjs", ".json"};

// "crate::a::{b, c::d}" → crate::a::b, crate::a::c::d
std::vector<std::string> rust_paths(std::string_view given) {
    const std::size_t open = given.find('{');
    if (open == std::string_view::npos) return {std::string(given.substr(0, given.find(" as ")))};
    std::vector<std::string> paths;
    const std::string prefix(given.substr(0, open));
    std::string_view rest = given.substr(open + 1);
    while (!rest.empty() && paths.size() < 50) {
        const std::size_t end = rest.find_first_of(",{}");
        std::string_view item = rest.substr(0, end);
        while (item.starts_with(' ')) item.remove_prefix(1);
        item = item.substr(0, item.find(" as "));
        if (!item.empty()) paths.push_back(prefix + std::string(item));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return paths;
}

}  // namespace

std::string_view folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string joined_path(std::string_view folder, std::string_view rest) {
    std::vector<std::string_view> parts;
    for (std::string_view text : {folder, rest}) {
        while (!text.empty()) {
            const std::size_t slash = text.find('/');
            const std::string_view part = text.substr(0, slash);
            if (part == "..") {
                if (parts.empty()) return {};
                parts.pop_back();
            } else if (!part.empty() && part != ".") {
                parts.push_back(part);
            }
            text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
        }
    }
    std::string path;
    for (const std::string_view part : parts) path += (path.empty() ? "" : "/") + std::string(part);
    return path;
}

bool is_relative_import(CodeLanguage language, std::string_view given) {
    switch (language) {
        case CodeLanguage::javascript:
        case CodeLanguage::typescript:
        case CodeLanguage::ruby:
            return given.starts_with("./") || given.starts_with("../") || given == "." || given == "..";
        case CodeLanguage::python: return given.starts_with('.');
        default: return false;
    }
}

ImportResolver::ImportResolver(const std::vector<std::string>& paths, ModuleNames names) : names_(std::move(names)) {
    for (const std::string& path : paths) {
        paths_.insert(path);
        by_name_[std::string(name_in(path))].push_back(path);
        by_folder_[std::string(folder_of(path))].push_back(path);
    }
}

std::vector<std::string> ImportResolver::resolve(std::string_view from, CodeLanguage language,
                                                 std::string_view given) const {
    Found found;
    switch (language) {
        case CodeLanguage::javascript:
        case CodeLanguage::typescript: resolve_script(from, given, found); break;
        case CodeLanguage::python: resolve_python(from, given, found); break;
        case CodeLanguage::go: resolve_go(given, found); break;
        case CodeLanguage::rust: resolve_rust(from, given, found); break;
        case CodeLanguage::c:
        case CodeLanguage::cpp: resolve_include(from, given, found); break;
        case CodeLanguage::java:
        case CodeLanguage::kotlin: resolve_dotted(given, found); break;
        case CodeLanguage::ruby: resolve_file(from, given, ".rb", found); break;
        case CodeLanguage::shell: resolve_file(from, given, "", found); break;
        case CodeLanguage::php: {
            if (given.find('\\') != std::string_view::npos) {
                add_by_ending(replaced(given.substr(0, given.find(" as ")), '\\', '/') + ".php", found);
            } else {
                resolve_file(from, given, "", found);
            }
            break;
        }
        default: break;  // their imports name modules, not files
    }
    std::erase(found, from);
    return found;
}

bool ImportResolver::add(const std::string& path, Found& found) const {
    if (!paths_.contains(path)) return false;
    if (found.size() < most_found && std::ranges::find(found, path) == found.end()) found.push_back(path);
    return true;
}

bool ImportResolver::add_first(const std::string& base, std::span<const std::string_view> endings, Found& found) const {
    return std::ranges::any_of(endings,
                               [&](std::string_view ending) { return add(base + std::string(ending), found); });
}

void ImportResolver::resolve_script(std::string_view from, std::string_view given, Found& found) const {
    given = given.substr(0, given.find_first_of("?#", 1));
    if (is_relative_import(CodeLanguage::javascript, given)) {
        add_script(joined_path(folder_of(from), given), found);
        return;
    }
    for (const auto& [name, folder] : names_.packages) {
        if (!given.starts_with(name) || (given.size() > name.size() && given[name.size()] != '/')) continue;
        const std::string_view rest = given.substr(std::min(given.size(), name.size() + 1));
        if (add_script(joined_path(folder, rest), found) ||
            add_script(joined_path(with_slash(folder) + "src", rest), found))
            return;
    }
    // The usual short names of the folder that holds the sources.
    const bool is_alias = given.starts_with("@/") || given.starts_with("~/") || given.starts_with("#/");
    const std::string_view rest = is_alias ? given.substr(2) : given;
    if (!is_alias && given.find('/') == std::string_view::npos) return;
    for (std::string_view folder = folder_of(from);; folder = folder_of(folder)) {
        if (add_script(joined_path(with_slash(folder) + "src", rest), found)) return;
        if (add_script(joined_path(folder, rest), found) ||
            add_script(joined_path(with_slash(folder) + "app", rest), found))
            return;
        if (folder.empty()) return;
    }
}

bool ImportResolver::add_script(const std::string& base, Found& found) const {
    if (add(base, found) || add_first(base, script_endings, found)) return true;
    // TypeScript names what it will be compiled to.
    for (const auto& [written, endings] :
         {std::pair{std::string_view(".js"), std::array<std::string_view, 2>{".ts", ".tsx"}},
          {".mjs", {".mts", ".ts"}},
          {".cjs", {".cts", ".ts"}},
          {".jsx", {".tsx", ".ts"}}}) {
        if (base.ends_with(written) && add_first(base.substr(0, base.size() - written.size()), endings, found))
            return true;
    }
    return add_first(with_slash(base) + "index", script_endings, found);
}

bool ImportResolver::add_python(const std::string& base, Found& found) const {
    constexpr std::array<std::string_view, 4> endings{".py", "/__init__.py", ".pyi", "/__init__.pyi"};
    return !base.empty() && add_first(base, endings, found);
}

void ImportResolver::resolve_python(std::string_view from, std::string_view given, Found& found) const {
    const std::size_t word = given.find(" import ");
    std::string_view module = given.substr(0, word);
    std::string_view names = word == std::string_view::npos ? std::string_view() : given.substr(word + 8);
    std::size_t dots = 0;
    while (dots < module.size() && module[dots] == '.') ++dots;
    const std::string path = replaced(module.substr(dots), '.', '/');
    const auto add_under = [&](const std::string& folder) {
        const std::string base = path.empty() ? folder : joined_path(folder, path);
        bool is_there = false;
        for (std::string_view rest = names; !rest.empty();) {
            const std::size_t comma = rest.find(", ");
            is_there |= add_python(joined_path(base, rest.substr(0, comma)), found);
            rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 2);
        }
        return is_there || add_python(base, found);
    };
    std::string_view folder = folder_of(from);
    if (dots > 0) {
        for (std::size_t i = 1; i < dots; ++i) folder = folder_of(folder);
        add_under(std::string(folder));
        return;
    }
    for (;; folder = folder_of(folder)) {
        if (add_under(std::string(folder)) || add_under(with_slash(folder) + "src")) return;
        if (folder.empty()) return;
    }
}

void ImportResolver::resolve_go(std::string_view given, Found& found) const {
    for (const auto& [module, folder] : names_.go_modules) {
        if (!given.starts_with(module) || (given.size() > module.size() && given[module.size()] != '/')) continue;
        const auto files = by_folder_.find(joined_path(folder, given.substr(module.size())));
        if (files == by_folder_.end()) continue;
        for (const std::string& path : files->second) {
            if (path.ends_with(".go") && !path.ends_with("_test.go")) add(path, found);
        }
    }
}

void ImportResolver::add_rust(const std::string& root, std::string_view path, Found& found) const {
    std::string base;
    for (std::size_t place = 0; place < path.size(); place += 2) {
        const std::size_t end = path.find("::", place);
        if (!base.empty()) base += '/';
        base += path.substr(place, end - place);
        if (end == std::string_view::npos) break;
        place = end;
    }
    constexpr std::array<std::string_view, 2> endings{".rs", "/mod.rs"};
    // The last parts may be names within a file.
    for (std::string_view rest = base; !rest.empty(); rest = folder_of(rest)) {
        if (add_first(joined_path(root, rest), endings, found)) return;
    }
}

void ImportResolver::resolve_rust(std::string_view from, std::string_view given, Found& found) const {
    const std::string_view name = name_in(from);
    const bool is_root_of_folder = name == "mod.rs" || name == "lib.rs" || name == "main.rs";
    const std::string own(is_root_of_folder ? folder_of(from) : without_ending(from));
    if (given.starts_with("mod ")) return add_rust(own, given.substr(4), found);
    for (const std::string& path : rust_paths(given)) {
        if (path.starts_with("crate::")) {
            std::string_view root = folder_of(from);
            while (!root.empty() && name_in(root) != "src") root = folder_of(root);
            add_rust(std::string(root), std::string_view(path).substr(7), found);
        } else if (path.starts_with("self::")) {
            add_rust(own, std::string_view(path).substr(6), found);
        } else if (path.starts_with("super::")) {
            std::string_view rest = path;
            std::string_view folder = own;
            while (rest.starts_with("super::")) {
                rest.remove_prefix(7);
                folder = folder_of(folder);
            }
            add_rust(std::string(folder), rest, found);
        } else {
            add_rust(own, path, found);
        }
    }
}

void ImportResolver::resolve_include(std::string_view from, std::string_view given, Found& found) const {
    const bool is_local = given.starts_with('"');
    const std::string_view name = given.substr(1, given.size() - 2);
    for (std::string_view folder = folder_of(from);; folder = folder_of(folder)) {
        if (is_local && add(joined_path(folder, name), found)) return;
        if (add(joined_path(with_slash(folder) + "include", name), found)) return;
        if (add(joined_path(with_slash(folder) + "src", name), found)) return;
        if (folder.empty()) break;
    }
    if (is_local) add_by_ending(name, found);
}

// a.b.C and a.b.*
void ImportResolver::resolve_dotted(std::string_view given, Found& found) const {
    const std::string path = replaced(given, '.', '/');
    if (path.ends_with("/*")) {
        const std::string folder = "/" + path.substr(0, path.size() - 2);
        for (const auto& [known, files] : by_folder_) {
            if (!("/" + known).ends_with(folder)) continue;
            for (const std::string& each : files) add(each, found);
        }
        std::ranges::sort(found);
        return;
    }
    add_by_ending(path + ".java", found);
    if (found.empty()) add_by_ending(path + ".kt", found);
    // A member of a class: the class is what is imported.
    if (found.empty() && !folder_of(path).empty()) add_by_ending(std::string(folder_of(path)) + ".java", found);
}

void ImportResolver::resolve_file(std::string_view from, std::string_view given, std::string_view ending,
                                  Found& found) const {
    // "$root/a.sh" and "$(dirname "$0")/a.sh": what stands behind the variable.
    const std::size_t variable = given.rfind('$');
    const bool has_variable = variable != std::string_view::npos;
    if (has_variable) {
        const std::size_t slash =
            given.find('/', std::max(variable, given.rfind(')') == std::string_view::npos ? 0 : given.rfind(')')));
        if (slash == std::string_view::npos) return;
        given.remove_prefix(slash + 1);
    }
    const std::string file = given.ends_with(ending) ? std::string(given) : std::string(given) + std::string(ending);
    if (add(joined_path(folder_of(from), file), found) || add(joined_path({}, file), found)) return;
    if (add(joined_path("lib", file), found)) return;
    if (has_variable) add_by_ending(file, found);
}

// The one file whose path ends so; of several the choice would be a guess.
void ImportResolver::add_by_ending(std::string_view ending, Found& found) const {
    const auto named = by_name_.find(std::string(name_in(ending)));
    if (named == by_name_.end()) return;
    const std::string tail = "/" + joined_path({}, ending);
    std::vector<const std::string*> fitting;
    for (const std::string& path : named->second) {
        if (("/" + path).ends_with(tail)) fitting.push_back(&path);
    }
    if (fitting.size() == 1) add(*fitting.front(), found);
}

}  // namespace hm
