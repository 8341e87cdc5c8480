// artifact: documents that planning leaves behind. What has a file is read when it is registered, so that a later
// change is seen; what names tasks is named by them too, so that whoever works on one hears how the document stands.
#include "app/project/artifact.h"

#include <algorithm>

#include "app/command/noun_commands.h"
#include "app/work/task.h"
#include "app/work/task_noun.h"
#include "domain/lifecycles.h"
#include "domain/task.h"
#include "store/files/files.h"
#include "store/files/read_files.h"
#include "store/queries/anchor.h"

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

struct LookedAtFile {
    ArtifactFile file = ArtifactFile::none;
    SectionChanges text = {};
};

LookedAtFile look_at_file(const Artifact& artifact, const fs::path& root) {
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
    LookedAtFile seen = look_at_file(facts.artifact, root);
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

namespace {

constexpr std::size_t longest_chain = 32;

// A document above itself, or its own successor, would make every walk a circle.
Result<void> check_chain(const Artifact& artifact, std::optional<Id> Artifact::* link, std::string_view relation,
                         const CommandContext& context) {
    std::optional<Id> next = artifact.*link;
    std::string way = fmt::format("\"{}\"", artifact.title.view());
    for (std::size_t steps = 0; next; ++steps) {
        if (*next == artifact.id || steps == longest_chain) {
            const bool is_circle = *next == artifact.id;
            return fail(ErrorCode::conflict,
                        is_circle ? fmt::format("The document would be {} itself: {} → itself.", relation, way)
                                  : fmt::format("More than {} documents would hang on each other.", longest_chain),
                        "`hivemind artifact show` prints the chain; name another document.", "Nothing was changed.");
        }
        HM_TRY_ASSIGN(const auto above, find<Artifact>(context.connection(), *next, context.bad));
        if (!above) return {};
        way += fmt::format(" → \"{}\"", above->title.view());
        next = (*above).*link;
    }
    return {};
}

Result<void> check_artifact(Artifact& artifact, const CommandContext& context) {
    HM_TRY(check_chain(artifact, &Artifact::parent_id, "above", context));
    HM_TRY(check_chain(artifact, &Artifact::superseded_by, "the successor of", context));
    // Who names the successor has replaced it.
    if (artifact.superseded_by && artifact.status != ArtifactStatus::superseded)
        HM_TRY(move_to(artifact, ArtifactStatus::superseded, context.now));
    if (artifact.status == ArtifactStatus::completed && !artifact.implemented_at) artifact.implemented_at = context.now;
    HM_TRY_ASSIGN(const auto before, find<Artifact>(context.connection(), artifact.id, context.bad));
    const bool has_new_file = artifact.path && (!before || before->path != artifact.path);
    const bool has_own_sections =
        !artifact.sections.empty() && (!before || artifact.sections.size() != before->sections.size());
    if (!has_new_file || has_own_sections) return {};
    if (const auto text = artifact_text_on_disk(artifact, context.paths.root)) artifact.sections = read_sections(*text);
    return {};
}

// The tasks it names name it.
template <Result<Receipt> (*Run)(const json::value&, const CommandContext&)>
Result<Receipt> with_its_tasks(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt, Run(input, context));
    HM_TRY_ASSIGN(const Artifact artifact, require_record<Artifact>(context, *receipt.id));
    for (const Id& id : artifact.task_ids) {
        HM_TRY_ASSIGN(auto task, find<Task>(context.connection(), id, context.bad));
        const bool is_named = !task || std::ranges::find(task->artifacts, artifact.id) != task->artifacts.end();
        if (is_named || task->artifacts.size() == max_list_items) continue;
        task->artifacts.push_back(artifact.id);
        task->modified_at = context.now;
        HM_TRY(update(context.transaction, *task));
    }
    return receipt;
}

struct RefreshArtifact {
    Id id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &RefreshArtifact::id, "The document to read again."));
    }
};

Result<Receipt> refresh(const RefreshArtifact& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Artifact artifact, require_record<Artifact>(context, input.id));
    const auto text = artifact_text_on_disk(artifact, context.paths.root);
    if (!text) {
        return fail(ErrorCode::not_found, fmt::format("There is no text of \"{}\" to read.", artifact.title.view()),
                    fmt::format("Name its file with `hivemind artifact change {} --path <path>`.", artifact.id.text()),
                    artifact.path
                        ? fmt::format("{} is no file of the project, or longer than 1 MiB.", artifact.path->view())
                        : std::string("It has no path."));
    }
    SectionChanges changes = compare_sections(artifact.sections, read_sections(*text));
    Receipt receipt{fmt::format("Nothing changed in \"{}\".", artifact.title.view()), artifact.id};
    if (!changes.is_any()) return receipt;
    receipt.sentence = fmt::format("Read \"{}\" again: {} changed, {} added, {} gone.", artifact.title.view(),
                                   changes.changed.size(), changes.added.size(), changes.gone.size());
    const auto named = [&](std::string_view name, const std::vector<std::string>& headings) {
        if (!headings.empty()) receipt.details[name] = json::array(headings.begin(), headings.end());
    };
    named("changed", changes.changed);
    named("added", changes.added);
    named("gone", changes.gone);
    artifact.sections = std::move(changes.sections);
    artifact.modified_at = context.now;
    HM_TRY(update(context.transaction, artifact));
    return receipt;
}

struct SupersedeArtifact {
    Id id;
    Id by;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &SupersedeArtifact::id, "The document that no longer counts."));
        visit(field("by", &SupersedeArtifact::by, "The document that replaces it."));
    }
};

// Its sections go with it; what hangs below stays there and is stale until it hangs below another.
Result<Receipt> supersede(const SupersedeArtifact& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Artifact artifact, require_record<Artifact>(context, input.id));
    HM_TRY_ASSIGN(const Artifact successor, require_record<Artifact>(context, input.by));
    artifact.superseded_by = successor.id;
    HM_TRY(check_artifact(artifact, context));
    for (ArtifactSection& section : artifact.sections) section.standing = SectionStanding::superseded;
    artifact.modified_at = context.now;
    HM_TRY(update(context.transaction, artifact));
    return Receipt{fmt::format("\"{}\" is replaced by \"{}\". It leaves the context and stays in the store.",
                               artifact.title.view(), successor.title.view()),
                   artifact.id};
}

}  // namespace

std::vector<Command> artifact_commands() {
    return {
        with_run(
            create_noun<Artifact, check_artifact>("artifact create", "Register a document of the work.", "title path"),
            with_its_tasks<run_create<Artifact, check_artifact>>),
        with_run(change_noun<Artifact, check_artifact>("artifact change", "Change an artifact, its status included."),
                 with_its_tasks<run_change<Artifact, check_artifact, StatusChange::by_change>>),
        make_command<RefreshArtifact, refresh>(
            "artifact refresh", "Read a document again; what hangs below it is stale when it changed.", "id"),
        make_command<SupersedeArtifact, supersede>("artifact supersede", "Replace a document by another.", "id"),
        remove_noun<Artifact>("artifact remove", "Take an artifact out of use; it stays in the store."),
    };
}

}  // namespace hm
