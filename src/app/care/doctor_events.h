// What care for the store leaves in the trail: chain.break for a reference that leads nowhere, files.changed_outside
// for files that no recorded call changed, doctor.fix for every repair, backup.restore when a copy took its place.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "app/project/outside_changes.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "domain/settings.h"
#include "store/queries/spool.h"
#include "store/records/record_links.h"

namespace hm {

// Each break once, however often the doctor meets it.
Result<void> record_chain_breaks(const std::vector<DanglingReference>& dangling, Workspace& workspace);
Result<void> record_chain_break(Transaction& transaction, const DanglingReference& reference, Workspace& workspace);

// Records a repair with the changes the transaction has noted for it, and begins a new list of them.
Result<void> record_fix(Transaction& transaction, std::string_view done, std::string_view subject_id,
                        json::object facts, Workspace& workspace);

// Files that the doctor found changed; the next look compares with what it saw, so each change is recorded once.
Result<void> record_outside_changes(const std::vector<OutsideChange>& changes, Workspace& workspace);

Result<void> record_restore(Transaction& transaction, std::string_view backup, std::string_view aside,
                            Workspace& workspace);

// A failure of HiveMind itself while a client waited for an answer. The client is told by the fail mode, and the trail
// by a record in the spool, which needs no store: the next writer takes it in, and `hivemind doctor` tells of it.

inline constexpr std::string_view engine_failure_kind = "engine.failed";

struct EngineFailure {
    std::string_view where;  // the client and its event: "codex PreToolUse"
    std::string_view what;
    std::string_view came_of_it;  // "the call was refused" and the like; may be empty
};

// By which a call goes that could not be judged because of the error. What a client sent and nobody can read is no
// failure of ours: strict refuses it, whatever `fail` says.
FailMode fail_mode_for(const Error& error, const Settings& settings);

// Leaves nothing when the directory belongs to no project, or when the spool is well filled already.
Result<void> spool_engine_failure(const std::filesystem::path& directory, const EngineFailure& failure, Clock& clock,
                                  IdSource& ids);

// The same record, ready to be written by a process that can only say that it ends.
SpoolFile prepare_engine_failure(const std::filesystem::path& root, const EngineFailure& failure, Clock& clock,
                                 IdSource& ids);

}  // namespace hm
