#include "app/care/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/bus/bus.h"
#include "base/codec.h"
#include "base/deadline.h"
#include "base/files.h"
#include "domain/settings.h"
#include "store/files/project_files.h"
#include "store/files/read_files.h"
#include "store/project/backup.h"
#include "store/queries/anchor.h"
#include "store/queries/memory.h"
#include "store/queries/settings.h"
#include "store/queries/work.h"
#include "store/sqlite/migrate.h"
#include "view/project_text.h"

namespace hm {
namespace {

constexpr Duration longest_look = milliseconds(250);
constexpr std::size_t longest_plan = 256 * 1024;

// Where most rules are, for a tree that is too large to be walked.
constexpr std::array<std::string_view, 8> usual_places{"AGENTS.md", "CLAUDE.md", "GEMINI.md",    ".cursorrules",
                                                       "PLAN.md",   "TODO.md",   "package.json", "ROADMAP.md"};

std::vector<std::string> paths_below(const std::filesystem::path& root, Clock& clock) {
    std::vector<std::string> paths;
    if (const auto seen = look_at_tree(root, Deadline::in(longest_look), clock.now())) {
        for (const auto& [path, file] : seen->files) paths.push_back(path);
    } else {
        for (const std::string_view name : usual_places) {
            if (look_at(root / name)) paths.emplace_back(name);
        }
    }
    // What is near the root matters more.
    std::ranges::stable_sort(paths, {}, [](const std::string& path) { return std::ranges::count(path, '/'); });
    return paths;
}

std::filesystem::path survey_kept_at(const Workspace& workspace) {
    return workspace.store.paths().directory / "seen" / "survey";
}

Result<bool> is_pinned(std::string_view key, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(const AnchorKey name, AnchorKey::make(std::string(key)));
    HM_TRY_ASSIGN(const auto pinned, find_anchor(workspace.store.connection(), name, bad));
    return pinned.has_value();
}

Result<bool> pin(std::string_view key, const std::string& value, const std::vector<std::string>& found,
                 const Actor& actor, Workspace& workspace) {
    if (found.empty()) return false;
    HM_TRY_ASSIGN(const bool is_there, is_pinned(key, workspace));
    if (is_there) return false;
    HM_TRY(execute(*find_command("anchor save"),
                   {json::object{{"key", key}, {"value", value}, {"priority", "high"}}, actor}, workspace));
    return true;
}

Result<void> remember_plan(const std::string& path, const Actor& actor, Workspace& workspace) {
    const auto text = read_bounded_file(workspace.store.paths().root / path, longest_plan);
    if (!text || !*text) return {};
    const json::object memory{{"content", plan_fact(path, glance_at_plan(**text))},
                              {"evidence", json::array{json::value(path)}},
                              {"tags", json::array{"plan"}},
                              {"trust", "tool"}};
    HM_TRY(execute(*find_command("memory save"), {memory, actor}, workspace));
    return {};
}

}  // namespace

ProjectSurvey survey_project(const std::filesystem::path& root, Clock& clock) {
    return survey_of(paths_below(root, clock));
}

bool was_surveyed(const Workspace& workspace) {
    std::error_code error;
    return std::filesystem::exists(survey_kept_at(workspace), error);
}

Result<std::size_t> keep_survey(const ProjectSurvey& survey, const Actor& actor, Workspace& workspace) {
    // Documents first: what a killed init pinned is not looked into again.
    HM_TRY_ASSIGN(const bool has_plans, is_pinned("project_plans", workspace));
    std::size_t kept = 0;
    for (std::size_t i = 0; !has_plans && i < survey.plans.size(); ++i, ++kept) {
        HM_TRY(remember_plan(survey.plans[i], actor, workspace));
    }
    HM_TRY_ASSIGN(const bool rules, pin("project_rules", rules_fact(survey), survey.rules, actor, workspace));
    HM_TRY_ASSIGN(const bool plans, pin("project_plans", plans_fact(survey), survey.plans, actor, workspace));
    HM_TRY_ASSIGN(const bool frameworks,
                  pin("project_frameworks", frameworks_fact(survey), survey.frameworks, actor, workspace));
    HM_TRY_ASSIGN(const bool stack, pin("project_stack", stack_fact(survey), survey.stack, actor, workspace));
    for (const bool is_new : {rules, plans, frameworks, stack}) kept += is_new ? 1U : 0U;
    HM_TRY(keep_seen(survey_kept_at(workspace), {workspace.clock.now(), {}}));
    return kept;
}

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
    const ProjectPaths copy = paths_with_store(paths->root, scratch.path());
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
