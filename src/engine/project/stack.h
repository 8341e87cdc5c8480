// The stack of a project: languages, packages, versions, read from manifests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"

namespace hm {

// The stack a project is built on, as decided and as its manifests show it. A choice that begins with a package and a
// range ("react@^18", "django>=5,<6", "node@22") says what was decided about that package; what the manifest says is
// compared with it. What a lock file or a registry holds is not looked at. Pure.
//
// To add a manifest: its reader in stack.cc, and its line in the list there.

// tool: only whoever works on the project needs it; platform: what runs or builds it, such as node, go or cmake;
// optional: brought by whoever uses the project, or left away; indirect: named only because another package needs it.
HM_ENUM(PackagePart, runtime, tool, platform, optional, indirect)

struct StackPackage {
    std::string name;      // lower case
    std::string range;     // as written; may be empty
    std::string manifest;  // where it was found; empty for a choice
    PackagePart part = PackagePart::runtime;
};

// What a choice is about; nothing when it does not begin with a package and a range.
std::optional<StackPackage> package_chosen(std::string_view choice);

// The names of the files that read_manifest knows, below the project's root.
std::vector<std::string_view> manifest_names();

// The packages that a manifest names, at most 2000. A file of another form has none.
std::vector<StackPackage> read_manifest(std::string_view name, std::string_view text);

// missing: no manifest names the package.
HM_ENUM(StackAgreement, agrees, differs, missing)

struct StackComparison {
    StackAgreement agreement = StackAgreement::missing;
    std::optional<StackPackage> found;  // the one that differs, or the first that agrees
};

// What a manifest says of the project itself.
struct ManifestHead {
    std::string name;     // may be empty
    std::string version;  // may be empty
    std::vector<std::string> scripts;
    std::string script_lines;  // what the scripts run, one a line; only of a package.json
    // False when a part of it is written elsewhere, so that a script that is not listed may be there nevertheless.
    bool has_all_scripts = true;
};

// Of the manifests above, and of a Makefile.
ManifestHead read_manifest_head(std::string_view name, std::string_view text);

StackComparison compare_stack(const StackPackage& chosen, const std::vector<StackPackage>& found);

// Versions as package managers write them: ^18.2, ~1.4, >=2 <3, ==1.0, 1.x, *. Only numbers between dots count; what is
// behind a - or + is left out. Pure.

using Version = std::vector<int>;

// The first version that stands in a text, such as the one that "^18.2.0" begins at; nothing when there is none.
std::optional<Version> first_version(std::string_view text);

// Whether the version is within the range. A range without a number admits every version; several conditions must all
// hold, alternatives (||) one of them.
bool is_within(const Version& version, std::string_view range);

}  // namespace hm
