#include "app/engine_failure.h"

#include <fmt/format.h>

#include "app/new_event.h"
#include "base/redact.h"
#include "base/utf8.h"
#include "store/trust.h"

namespace hm {
namespace {

// A store that stays broken fails at every call; the first failures say it all, and other records need the room.
constexpr std::size_t enough_waiting = 200;

SpooledRecord record_of(const EngineFailure& failure, Clock& clock, IdSource& ids) {
    std::string summary = fmt::format("{}: {}", failure.where, redact(shorten(repair_utf8(failure.what), 160)));
    if (!failure.came_of_it.empty()) summary += fmt::format(" ({})", failure.came_of_it);
    SpooledRecord record;
    record.event = new_event(engine_failure_kind, summary, {.kind = ActorKind::hook}, clock.now(), ids);
    record.event.facts = {{"where", failure.where}, {"came_of_it", failure.came_of_it}};
    return record;
}

}  // namespace

FailMode fail_mode_for(const Error& error, const Settings& settings) {
    const bool is_unreadable = error.code == ErrorCode::invalid_input;
    return is_unreadable && settings.mode == GateMode::strict ? FailMode::closed : effective_fail(settings);
}

Result<void> spool_engine_failure(const std::filesystem::path& directory, const EngineFailure& failure, Clock& clock,
                                  IdSource& ids) {
    const auto paths = locate_project(directory);
    // Nothing is written beside a store that is not this user's.
    if (!paths || !find_trust(paths->database)) return {};
    HM_TRY_ASSIGN(const std::size_t waiting, count_spool(*paths));
    if (waiting >= enough_waiting) return {};
    return write_spool(*paths, record_of(failure, clock, ids));
}

SpoolFile prepare_engine_failure(const std::filesystem::path& root, const EngineFailure& failure, Clock& clock,
                                 IdSource& ids) {
    return prepare_spool(project_paths(root), record_of(failure, clock, ids));
}

}  // namespace hm
