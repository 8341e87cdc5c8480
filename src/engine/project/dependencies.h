// A project's packages from the manifest over the lock file to the code: declared as what, held at which version,
// imported by how many files. What is declared and never imported, and what is imported and declared nowhere, is told
// as far as it can be known from the names alone. Pure.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/project/languages.h"
#include "engine/project/stack.h"

namespace hm {

// unused: declared for running and neither imported nor named by a script; unknown: not looked at, or used otherwise.
HM_ENUM(DependencyUse, used, unused, undeclared, unknown)

struct SourceImports {
    std::string path;
    Ecosystem ecosystem = Ecosystem::none;
    std::vector<std::string> names;  // as the file names them
};

struct FoundLock {
    std::string path;
    std::vector<LockedPackage> packages;
};

struct DependencyFacts {
    std::vector<StackPackage> packages;
    std::vector<FoundLock> locks;
    std::vector<SourceImports> sources;
    std::vector<std::string> own_names;              // of the project's packages and modules
    std::vector<std::string> aliases;                // names that stand for folders of the project
    std::set<std::string, std::less<>> own_modules;  // folders and files without their endings
    std::string script_lines;                        // what scripts run
    bool has_all_sources = true;                     // false when some were not read: nothing is called unused then
};

struct Dependency {
    std::string name;
    Ecosystem ecosystem = Ecosystem::none;
    std::string manifest;  // empty when undeclared
    std::string range;
    PackagePart part = PackagePart::runtime;
    std::string locked_version;  // may be empty
    std::string lock_file;
    std::vector<std::string> used_in;  // the first three files
    std::size_t files = 0;             // that import it
    DependencyUse use = DependencyUse::unknown;
};

// In the order of the manifests, then what is undeclared by name. What only runs or builds the project is left out.
std::vector<Dependency> trace_dependencies(const DependencyFacts& facts);

// What a source file imports, as the code map reads it, brought to the names that packages are looked for by.
// JavaScript and TypeScript (also within the pages of Vue, Svelte and Astro), Python, Go, Rust. Pure.

// Each once, at most 200.
std::vector<std::string> imports_in(std::string_view path, std::string_view text);

// The names that a tsconfig.json gives to folders of the project: "@app/" of "@app/*".
std::vector<std::string> aliases_in_tsconfig(std::string_view text);

// Which package an import belongs to: by the customs of its language. Pure.

// The package's name in lower case; nothing for a file of the project itself or for what comes with the language. For
// Go it is the whole path, of which a module is a beginning.
std::optional<std::string> package_of_import(Ecosystem ecosystem, std::string_view import);

// Under which key a declared package is looked for: however its name is spelt.
std::string declared_key(Ecosystem ecosystem, std::string_view declared);
// The keys that an imported package may be declared under: python's yaml is PyYAML, a module of Go any beginning of the
// path.
std::vector<std::string> import_keys(Ecosystem ecosystem, std::string_view imported);

}  // namespace hm
