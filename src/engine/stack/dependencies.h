// A project's packages from the manifest over the lock file to the code: declared as what, held at which version,
// imported by how many files. What is declared and never imported, and what is imported and declared nowhere, is told
// as far as it can be known from the names alone. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/stack/languages.h"
#include "engine/stack/lock_files.h"
#include "engine/stack/stack.h"

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

}  // namespace hm
