#include "app/survey_store.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "base/scratch_directory.h"
#include "domain/settings.h"
#include "store/backup.h"
#include "store/own_schema.h"
#include "store/sql/anchor.h"
#include "store/sql/grant.h"
#include "store/sql/memory.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

// By name, as `config` shows them.
std::vector<std::pair<std::string, std::string>> changed_settings(const Settings& settings) {
    const json::value now = encode(settings);
    const json::value usual = encode(Settings{});
    std::vector<std::pair<std::string, std::string>> changed;
    for (const auto& member : now.as_object()) {
        const json::value* before = usual.as_object().if_contains(member.key());
        if (before != nullptr && *before == member.value()) continue;
        changed.emplace_back(member.key(), to_text(member.value()));
    }
    return changed;
}

}  // namespace

Result<StoreSurvey> survey_store(const std::filesystem::path& directory, Clock& clock, Deadline deadline) {
    const auto paths = locate_project(directory);
    if (!paths) {
        return fail(ErrorCode::not_initialised, fmt::format("{} is not in a HiveMind project.", directory.string()),
                    "Run `hivemind init` in the project's directory.");
    }
    StoreSurvey survey;
    HM_TRY(check_not_linked(*paths));
    // A copy is looked at, so that the store stays as it is whatever its age.
    HM_TRY_ASSIGN(const ScratchDirectory scratch, ScratchDirectory::make("trust"));
    const ProjectPaths copy{paths->root, scratch.path(), scratch.path() / "hivemind.db", scratch.path() / "spool"};
    {
        HM_TRY_ASSIGN(auto connection, Connection::open(paths->database.string(), OpenMode::existing, deadline));
        HM_TRY_ASSIGN(survey.foreign_objects, foreign_objects(*connection));
        if (!survey.foreign_objects.empty()) return survey;
        HM_TRY(copy_database(*connection, copy.database));
    }
    HM_TRY_ASSIGN(Store store, Store::open(copy, deadline, clock.now()));
    Connection& connection = store.connection();
    BadRows bad;
    HM_TRY_ASSIGN(const auto counts, count_records(connection));
    for (const TableCount& count : counts) {
        if (count.rows > 0) survey.records.emplace_back(count.noun, count.rows);
    }
    HM_TRY_ASSIGN(survey.memories_by_trust, count_memories_by_trust(connection));
    HM_TRY_ASSIGN(survey.critical_anchors, critical_anchors(connection, bad));
    HM_TRY_ASSIGN(survey.grants, grants_in_force(connection, clock.now(), bad));
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    survey.settings = changed_settings(settings);
    return survey;
}

}  // namespace hm
