// hivemind doctor and backup: what is wrong with a store, how it is mended, and copies of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "base/fields.h"
#include "base/json.h"

namespace hm {

// The doctor: what is wrong with a project's store and wiring, each with its remedy. Mending moves bad rows
// to quarantine, empties references that lead nowhere, takes in the spool and closes files to others; it deletes
// nothing but what a killed process left half made. Every repair is an event with what the record was before.

class Project;

HM_ENUM(Severity, fine, warning, trouble)

struct Finding {
    Severity severity = Severity::fine;
    std::string about;  // "store", "rows", "spool"
    std::string what;
    std::string remedy;
};

// A reference that leads nowhere is recorded as an event, once; nothing else is written.
Result<std::vector<Finding>> examine_store(Workspace& workspace);

// What was mended, a line each.
Result<std::vector<std::string>> mend_store(Workspace& workspace);

// The session under which the doctor tries a gate out: no client was seen by that.
inline constexpr std::string_view probe_session = "hivemind-doctor";

// How long ago a hook of the client last fired in this project, where it is now, after that moment; nothing when none
// did. What the doctor tried out itself does not count.
Result<std::optional<Duration>> fired_ago(Workspace& workspace, std::string_view client, Time after);

// Recovers the store when SQLite finds it damaged, and answers what came of it, a line each; nothing when it is
// sound. REQUIRES: this process has the store not open.
Result<std::vector<std::string>> recover_if_damaged(const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                                    Deadline deadline);

// The newest copy in .hivemind/backups, relative to the project's root; "" when there is none.
std::string newest_backup(const std::filesystem::path& root);

// The mark beside the store outlives it: a project that failed closed and has a new store is made strict again. Answers
// what was done; "" when there was nothing to do.
Result<std::string> take_mode_from_mark(Project& project);

// Copies of a whole project's store, and putting one back in its place.

struct BackupMade {
    std::filesystem::path path;
    std::uintmax_t bytes = 0;
    json::object counts;  // records of each noun in the copy
    std::vector<std::string> removed;
};

// Copies the store, which SQLite must find sound, to `target`, or into .hivemind/backups. `keep` bounds how many
// copies stay there. Nothing is written over.
Result<BackupMade> make_backup(const std::optional<std::filesystem::path>& target, std::optional<std::size_t> keep,
                               Workspace& workspace);

// Puts a copy in the place of the store of the project that `directory` belongs to; answers where that is kept.
// REQUIRES: this process has the store not open.
Result<std::filesystem::path> restore_project(const std::filesystem::path& backup,
                                              const std::filesystem::path& directory, Clock& clock, IdSource& ids,
                                              Deadline deadline);

}  // namespace hm
