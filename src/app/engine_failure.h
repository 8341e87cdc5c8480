// A failure of HiveMind itself while a client waited for an answer. The client is told by the fail mode, and the trail
// by a record in the spool, which needs no store: the next writer takes it in, and `hivemind doctor` tells of it.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "domain/settings.h"
#include "store/spool.h"

namespace hm {

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
