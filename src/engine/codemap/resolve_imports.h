// Which files of the project an import names, by the habits of its language. What names a package from elsewhere
// resolves to nothing. Knows paths only; whether a file is there is asked of the list it was given. Pure.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "domain/code_file.h"

namespace hm {

// What manifests say about names that are no paths.
struct ModuleNames {
    std::map<std::string, std::string> go_modules;  // of go.mod files: the module's path → its folder
    std::map<std::string, std::string> packages;    // of package.json files: the package's name → its folder
};

class ImportResolver {
public:
    ImportResolver(const std::vector<std::string>& paths, ModuleNames names);

    // In order, each once, never `from` itself. Empty when it is none of the project's.
    std::vector<std::string> resolve(std::string_view from, CodeLanguage language, std::string_view given) const;

private:
    using Found = std::vector<std::string>;
    bool add(const std::string& path, Found& found) const;
    bool add_first(const std::string& base, std::span<const std::string_view> endings, Found& found) const;
    void resolve_script(std::string_view from, std::string_view given, Found& found) const;
    bool add_script(const std::string& base, Found& found) const;
    void resolve_python(std::string_view from, std::string_view given, Found& found) const;
    bool add_python(const std::string& base, Found& found) const;
    void resolve_go(std::string_view given, Found& found) const;
    void resolve_rust(std::string_view from, std::string_view given, Found& found) const;
    void add_rust(const std::string& root, std::string_view path, Found& found) const;
    void resolve_include(std::string_view from, std::string_view given, Found& found) const;
    void resolve_dotted(std::string_view given, Found& found) const;
    void resolve_file(std::string_view from, std::string_view given, std::string_view ending, Found& found) const;
    void add_by_ending(std::string_view ending, Found& found) const;

    std::unordered_set<std::string> paths_;
    std::unordered_map<std::string, std::vector<std::string>> by_name_;    // the file's name → paths
    std::unordered_map<std::string, std::vector<std::string>> by_folder_;  // the folder → paths in it
    ModuleNames names_;
};

// Whether the import names a file beside the one it stands in, so that it must be there.
bool is_relative_import(CodeLanguage language, std::string_view given);

// "a/b/../c" and "./a" without what leads nowhere; "" when it leads out of the project.
std::string joined_path(std::string_view folder, std::string_view rest);
// "src/a" of "src/a/b.ts"; "" at the root.
std::string_view folder_of(std::string_view path);

}  // namespace hm
