// Files that changed while no recorded call changed them: by a person, or past the gate. Protected and locked files are
// looked at after every call, the whole tree when a session rests or ends, and by the doctor.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "base/deadline.h"
#include "base/fields.h"
#include "base/json.h"
#include "store/files/project_files.h"
#include "store/records/records.h"

namespace hm {

HM_ENUM(FileChangeKind, changed, made, gone)

struct OutsideChange {
    std::string path;
    FileChangeKind kind = FileChangeKind::changed;
    bool is_protected = false;
    bool is_locked = false;
};

// At most 64 files are looked at. The first look finds nothing: there is nothing to compare with.
Result<std::vector<OutsideChange>> changed_watched_files(Workspace& workspace);

// What changed in the tree since the last look and was made by no recorded call: neither named by one, nor written
// while a shell command ran. At most 200.
Result<std::vector<OutsideChange>> changed_tree_files(Workspace& workspace, Deadline deadline, BadRows& bad);

// Takes the tree as it is for what later looks are compared with, unless one was taken before. Called when a project is
// made and when a session begins; never takes longer than a quarter of a second, and lets a larger tree be.
Result<void> begin_watching_tree(Workspace& workspace);

// "changed outside recorded calls (a person, or a bypass): a.ts, b.ts and 3 more"; of what a shell call changed
// `during` it: "changed by bash make: a.ts"
std::string outside_text(const std::vector<OutsideChange>& changes, std::string_view during = {});

// What is kept of them with their event, whose kind is always the same. `during` is the call that made them; may be "".
inline constexpr std::string_view outside_kind = "files.changed_outside";
json::object outside_facts(const std::vector<OutsideChange>& changes, std::string_view during);

// Protected and locked files matter more.
bool is_grave(const std::vector<OutsideChange>& changes);

// What clients change in a project by themselves, whoever works there: nobody's bypass, and no news to anybody.

// Whether the client itself made the file, or changed it and nothing else did. Reads at most a small file.
bool is_clients_own_change(const std::filesystem::path& root, std::string_view path,
                           const std::optional<SeenFile>& before, const std::optional<SeenFile>& now);

// Which protected files of a project are there to be looked at.

// Relative to the root; of a folder the first few.
std::vector<std::string> protected_files(const std::filesystem::path& root);

// Whether the file, relative to the root, is one of them by another name (a hard link).
bool is_also_protected(const std::filesystem::path& root, std::string_view path);

}  // namespace hm
