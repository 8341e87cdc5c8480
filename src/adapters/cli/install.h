// What `hivemind install` puts under a prefix, and the manifest of it. Every file that is written is in the
// manifest first, under the hash it has before and the hash it gets, so that an installation that was cut off
// can be repeated or undone. A file that is not as the manifest says belongs to somebody else: it is neither
// written over nor removed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/codec.h"

namespace hm::cli {

HM_ENUM(FileState, missing, current, older, foreign)

using InstalledPath = Text<1, 1000, struct InstalledPathKind>;

struct InstalledFile {
    InstalledPath path;  // below the prefix
    std::vector<Text<1, 64>> hashes;

    static constexpr void fields(auto&& visit) {
        visit(field("path", &InstalledFile::path, "Where it is, below the prefix."));
        visit(field("hashes", &InstalledFile::hashes, "What its content may be: XXH3, 128 bits."));
    }
};

struct Manifest {
    Text<1, 60> version;
    std::vector<InstalledFile> files;
    std::vector<InstalledPath> directories;  // that were made for them, outer ones first

    static constexpr void fields(auto&& visit) {
        visit(field("version", &Manifest::version, "Version that was installed."));
        visit(field("files", &Manifest::files, "Files that were installed."));
        visit(field("directories", &Manifest::directories, "Directories that were made for them."));
    }
};

inline constexpr std::string_view manifest_path = "share/hivemind/manifest.json";

struct NewFile {
    std::string path;  // below the prefix
    std::string content;
    std::filesystem::perms permissions;
};

// The program's own file, completions and the manual page.
Result<std::vector<NewFile>> files_to_install(const std::filesystem::path& program);

struct PlannedFile {
    std::string path;
    FileState state = FileState::missing;
};

struct InstallPlan {
    std::filesystem::path prefix;
    Manifest before;                    // empty when nothing was installed there
    std::vector<NewFile> files;         // what shall be there
    std::vector<PlannedFile> states;    // of each of them
    std::vector<PlannedFile> obsolete;  // of an earlier version, not part of this one
};

Result<InstallPlan> plan_install(const std::filesystem::path& prefix, std::vector<NewFile> files);
// REQUIRES: no file of the plan is foreign.
Result<void> carry_out(const InstallPlan& plan);

// What the manifest names, with `current` for what may be removed. Fails with not_found without a manifest.
Result<std::vector<PlannedFile>> plan_uninstall(const std::filesystem::path& prefix);
// Removes those that are current, then the manifest and the directories that are left empty.
Result<void> carry_out_uninstall(const std::filesystem::path& prefix, const std::vector<PlannedFile>& files);

}  // namespace hm::cli
