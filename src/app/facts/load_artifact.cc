#include "app/facts/load_artifact.h"

#include <algorithm>

#include "domain/task.h"
#include "store/files.h"
#include "store/line_file.h"
#include "store/sql/artifact.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_text = std::size_t{1} << 20U;
constexpr std::size_t longest_walk = 32;
constexpr std::int64_t most_around = 50;

// Along one of the links that lead from a document to one other.
Result<std::vector<Artifact>> walk(const Artifact& from, std::optional<Id> Artifact::* link, Connection& connection,
                                   BadRows& bad) {
    std::vector<Artifact> met;
    std::optional<Id> next = from.*link;
    while (next && met.size() < longest_walk) {
        const bool was_here = *next == from.id || std::ranges::find(met, *next, &Artifact::id) != met.end();
        if (was_here) break;
        HM_TRY_ASSIGN(auto found, find<Artifact>(connection, *next, bad));
        if (!found) break;
        next = (*found).*link;
        met.push_back(std::move(*found));
    }
    return met;
}

struct SeenFile {
    ArtifactFile file = ArtifactFile::none;
    SectionChanges text = {};
};

SeenFile look_at_file(const Artifact& artifact, const fs::path& root) {
    if (!artifact.path || resolve_path(root, root, artifact.path->view()).place != PathPlace::inside) return {};
    std::error_code error;
    if (!fs::exists(root / artifact.path->str(), error)) return {.file = ArtifactFile::gone};
    const auto text = artifact_text_on_disk(artifact, root);
    if (!text) return {.file = ArtifactFile::unreadable};
    // What was registered before its file was written has nothing to be compared with.
    if (artifact.sections.empty()) return {.file = ArtifactFile::read};
    return {ArtifactFile::read, compare_sections(artifact.sections, read_sections(*text))};
}

}  // namespace

std::optional<std::string> artifact_text_on_disk(const Artifact& artifact, const fs::path& root) {
    if (!artifact.path) return std::nullopt;
    const ResolvedPath path = resolve_path(root, root, artifact.path->view());
    std::error_code error;
    if (path.place != PathPlace::inside || !fs::is_regular_file(root / path.shown, error)) return std::nullopt;
    auto text = read_bounded_file(root / path.shown, longest_text);
    return text ? std::move(*text) : std::nullopt;
}

Result<ArtifactFacts> load_artifact_facts(Artifact artifact, const fs::path& root, Connection& connection,
                                          BadRows& bad) {
    ArtifactFacts facts{.artifact = std::move(artifact), .above = {}, .plan = {}, .text = {}};
    HM_TRY_ASSIGN(auto above, walk(facts.artifact, &Artifact::parent_id, connection, bad));
    for (Artifact& each : above) {
        const bool has_new_text = each.status == ArtifactStatus::active && look_at_file(each, root).text.is_any();
        facts.above.push_back({std::move(each), has_new_text});
    }
    if (facts.artifact.plan_id) {
        HM_TRY_ASSIGN(facts.plan, find<Plan>(connection, *facts.artifact.plan_id, bad));
    }
    facts.is_linked = facts.artifact.plan_id || facts.artifact.parent_id || !facts.artifact.task_ids.empty();
    if (!facts.is_linked) {
        HM_TRY_ASSIGN(facts.is_linked, is_named_by_task(connection, facts.artifact.id));
    }
    if (!facts.is_linked) {
        HM_TRY_ASSIGN(const auto naming,
                      list_records<Artifact>(connection, {.of = facts.artifact.id, .limit = 1}, bad));
        facts.is_linked = !naming.empty();
    }
    SeenFile seen = look_at_file(facts.artifact, root);
    facts.file = seen.file;
    facts.text = std::move(seen.text);
    return facts;
}

Result<ShownArtifact> load_shown_artifact(Artifact artifact, const fs::path& root, Connection& connection,
                                          BadRows& bad) {
    ShownArtifact shown;
    HM_TRY_ASSIGN(ArtifactFacts facts, load_artifact_facts(std::move(artifact), root, connection, bad));
    shown.judged = judge_artifact(facts);
    HM_TRY_ASSIGN(shown.replaced_by, walk(facts.artifact, &Artifact::superseded_by, connection, bad));
    HM_TRY_ASSIGN(auto naming,
                  list_records<Artifact>(connection, {.of = facts.artifact.id, .limit = most_around}, bad));
    for (Artifact& each : naming) {
        if (each.parent_id == facts.artifact.id) shown.below.push_back(each);
        if (each.superseded_by == facts.artifact.id) shown.replaces.push_back(std::move(each));
    }
    HM_TRY_ASSIGN(const auto tasks,
                  list_records<Task>(connection, {.of = facts.artifact.id, .limit = most_around}, bad));
    for (const Task& task : tasks) shown.tasks.push_back({task.id, task.name.str(), std::string(name_of(task.status))});
    for (const Id& id : facts.artifact.task_ids) {
        if (std::ranges::find(shown.tasks, id, &TaskOfArtifact::id) != shown.tasks.end()) continue;
        HM_TRY_ASSIGN(const auto task, find<Task>(connection, id, bad));
        if (task) shown.tasks.push_back({id, task->name.str(), std::string(name_of(task->status))});
    }
    for (ArtifactAbove& above : facts.above) shown.above.push_back(std::move(above.artifact));
    shown.artifact = std::move(facts.artifact);
    return shown;
}

Result<std::vector<ShownArtifact>> artifacts_not_current(std::int64_t limit, const fs::path& root,
                                                         Connection& connection, BadRows& bad) {
    std::vector<ShownArtifact> found;
    HM_TRY_ASSIGN(const bool is_any, has_active_artifact(connection));
    if (!is_any) return found;
    HM_TRY_ASSIGN(auto active, list_records<Artifact>(connection, {.status = "active", .limit = limit}, bad));
    for (Artifact& artifact : active) {
        HM_TRY_ASSIGN(ArtifactFacts facts, load_artifact_facts(std::move(artifact), root, connection, bad));
        JudgedArtifact judged = judge_artifact(facts);
        if (judged.standing == ArtifactStanding::current) continue;
        ShownArtifact& shown = found.emplace_back();
        shown.artifact = std::move(facts.artifact);
        shown.judged = std::move(judged);
    }
    return found;
}

}  // namespace hm
