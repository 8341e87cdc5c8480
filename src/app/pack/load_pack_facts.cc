#include "app/pack/load_pack_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/project/artifact.h"
#include "app/work/task.h"
#include "base/short_id.h"
#include "domain/role.h"
#include "domain/session_counters.h"
#include "engine/pack/delivery.h"
#include "engine/recall/staleness.h"
#include "store/files/git.h"
#include "store/queries/anchor.h"
#include "store/queries/near_read_head.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "view/memory_text.h"
#include "view/notes_text.h"
#include "view/work_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_checkpoints = 12;
constexpr std::int64_t most_comments = 8;
// What goes out with every request is gone with the next one, so that a remark stays for the whole turn.
constexpr Duration remark_stays_for = minutes(30);

std::string pause_note(const Settings& settings) {
    return fmt::format("A person paused the gate until {}: {}. Work on as agreed; everything is recorded.",
                       to_iso(*settings.paused_until), settings.pause_reason ? settings.pause_reason->view() : "");
}

void add_session(const PackAsk& ask, PackFacts& facts) {
    const std::optional<Session>& session = ask.session;
    facts.role = ask.role.empty() ? std::string(solo_role) : ask.role;
    if (session) facts.role = session->role.str();
    facts.session_stamp = session ? session->stamp.str() : std::string();
    facts.compaction_count = session ? session->compaction_count : 0;
    if (!session) return;
    const SessionCounters counters = read_counters(session->counters);
    const std::int64_t drift = drift_score(counters);
    // A session that has just begun, and is on its course, needs no figures.
    if (drift == 0 && counters.turn_count == 0 && counters.violation_count == 0) return;
    facts.governance = {{"drift", drift},
                        {"turns", counters.turn_count},
                        {"violations", counters.violation_count},
                        {"health", health_score(counters, counters.signals.size())}};
}

Result<std::vector<std::string>> waits_for(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(connection, task_id));
    std::vector<std::string> words;
    for (const Blocker& blocker : blockers) words.push_back(to_words(blocker));
    return words;
}

Result<void> add_chain(const LoadedReadHead& head, Connection& connection, PackFacts& facts, BadRows& bad) {
    facts.plan = head.plan;
    facts.phase = head.phase;
    if (head.trajectory) facts.intent = head.trajectory->intent;
    if (!facts.intent && head.plan) facts.intent = head.plan->intent;
    for (const Task& task : head.tasks) {
        TaskAtHead at_head{task, {}, {}};
        HM_TRY_ASSIGN(at_head.checkpoints, checkpoints_of(connection, task.id, most_checkpoints, bad));
        HM_TRY_ASSIGN(at_head.waits_for, waits_for(connection, task.id));
        facts.tasks.push_back(std::move(at_head));
    }
    for (const Task& task : head.beside) {
        HM_TRY_ASSIGN(std::vector<std::string> words, waits_for(connection, task.id));
        facts.beside.push_back({task, std::move(words)});
    }
    return {};
}

// What else is open when the agent would stop: changes that belong to no task, and changes that are not committed.
void add_open_ends(const Session& session, Workspace& workspace, PackFacts& facts) {
    constexpr std::int64_t many_files = 10;
    const SessionCounters counters = read_counters(session.counters);
    if (counters.writes_without_task > 0 && facts.tasks.empty()) {
        facts.open_ends.push_back(writes_without_task_line(counters.writes_without_task));
    }
    if (std::ssize(counters.files_touched) < many_files) return;
    const std::optional<Time> committed = last_commit_at(workspace.store.paths().root);
    const auto files = files_changed_since(workspace.store.connection(), session.id, committed.value_or(Time{0}));
    if (files && *files >= many_files) facts.open_ends.push_back(uncommitted_line(*files, committed.has_value()));
}

// Who only looks around or mends one thing needs no plan that leads anywhere.
Result<void> add_unlinked_plan(const std::optional<Session>& session, Connection& connection, PackFacts& facts) {
    if (session && session->mode != SessionMode::plan_driven) return {};
    // What is at the read-head or beside it is what the plan leads to.
    if (!facts.plan || !facts.tasks.empty() || !facts.beside.empty()) return {};
    HM_TRY_ASSIGN(const auto rows, task_rows_of_plan(connection, facts.plan->id, 1));
    if (links_to_nothing(*facts.plan, rows.size())) facts.notes.push_back(unlinked_plan_note(*facts.plan));
    return {};
}

// A task that was left lying is said to be, so that nobody takes it for what is worked on.
void add_stale_tasks(const Settings& settings, PackFacts& facts) {
    for (const TaskAtHead& at_head : facts.tasks) {
        const Task& task = at_head.task;
        if (task.status != TaskStatus::active) continue;
        Time touched_at = std::max(task.modified_at, task.started_at.value_or(task.created_at));
        if (!at_head.checkpoints.empty()) touched_at = std::max(touched_at, at_head.checkpoints.front().created_at);
        const Duration untouched_for = facts.now - touched_at;
        if (untouched_for <= settings.session_fresh_for) continue;
        facts.notes.push_back(stale_task_note(short_id(task.id), task.name.view(), untouched_for));
    }
}

// Documents of the tasks in hand that no longer fit what they hang on.
Result<void> add_documents(Workspace& workspace, PackFacts& facts, BadRows& bad) {
    constexpr std::size_t most_documents = 3;
    std::size_t looked_at = 0;
    for (const TaskAtHead& at_head : facts.tasks) {
        for (const Id& id : at_head.task.artifacts) {
            if (looked_at++ == most_documents) return {};
            HM_TRY_ASSIGN(auto artifact, find<Artifact>(workspace.store.connection(), id, bad));
            if (!artifact) continue;
            HM_TRY_ASSIGN(const ArtifactFacts document,
                          load_artifact_facts(std::move(*artifact), workspace.store.paths().root,
                                              workspace.store.connection(), bad));
            const JudgedArtifact judged = judge_artifact(document);
            if (!judged.findings.empty()) facts.notes.push_back(artifact_note(document.artifact, judged));
        }
    }
    return {};
}

// On the chain, on the session, and on what else this pack may show.
std::vector<Id> ids_remarked_on(const std::optional<Session>& session, const PackFacts& facts) {
    std::vector<Id> ids;
    if (session) ids.push_back(session->id);
    if (facts.plan) ids.push_back(facts.plan->id);
    if (facts.phase) ids.push_back(facts.phase->id);
    for (const TaskAtHead& at_head : facts.tasks) {
        ids.push_back(at_head.task.id);
        ids.insert(ids.end(), at_head.task.artifacts.begin(), at_head.task.artifacts.end());
    }
    for (const TaskBeside& beside : facts.beside) ids.push_back(beside.task.id);
    for (const Decision& decision : facts.decisions) ids.push_back(decision.id);
    for (const AnchorCandidate& candidate : facts.anchors) ids.push_back(candidate.anchor.id);
    return ids;
}

Result<void> add_comments(const std::optional<Session>& session, Connection& connection, PackFacts& facts,
                          BadRows& bad) {
    const Time shown_since{facts.now.ms - remark_stays_for.ms};
    std::vector<Id> ids = ids_remarked_on(session, facts);
    if (facts.plan) {
        HM_TRY_ASSIGN(const auto documents, artifacts_remarked_on(connection, facts.plan->id));
        ids.insert(ids.end(), documents.begin(), documents.end());
    }
    HM_TRY_ASSIGN(facts.comments, comments_to_show(connection, ids, shown_since, most_comments, bad));
    return {};
}

// What a session itself answered is still before it, until it is compacted.
void drop_own_synthesis(const Session& session, PackFacts& facts) {
    std::erase_if(facts.knowledge, [&](const KnowledgeCandidate& candidate) {
        const Knowledge& entry = candidate.knowledge;
        const std::vector<Id>& related = entry.related_to;
        return entry.source == KnowledgeSource::synthesis &&
               std::find(related.begin(), related.end(), session.id) != related.end() &&
               (!session.last_compaction_at || entry.created_at > *session.last_compaction_at);
    });
}

PackFacts begin_facts(const PackAsk& ask, const Settings& settings, Workspace& workspace) {
    PackFacts facts;
    facts.now = workspace.clock.now();
    facts.mode = effective_mode(settings, facts.now);
    // As the gate holds it.
    if (ask.session && is_tightened(*ask.session) && !is_paused(settings, facts.now)) facts.mode = GateMode::strict;
    facts.anchor_fresh_for = settings.anchor_fresh_for;
    facts.budget = ask.budget - std::min(ask.before, ask.budget);
    facts.usual = ask.usual;
    facts.shows_critical_values = ask.budget >= room_for_everything;
    add_session(ask, facts);
    return facts;
}

}  // namespace

Result<PackFacts> load_pack_facts(const PackAsk& ask, const Settings& settings, Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    PackFacts facts = begin_facts(ask, settings, workspace);
    const std::optional<Id> session_id = ask.session ? std::optional(ask.session->id) : std::nullopt;
    if (ask.session) {
        HM_TRY_ASSIGN(auto left, load_left_work_note(*ask.session, settings, workspace, bad));
        if (left) facts.notes.push_back(std::move(*left));
        HM_TRY_ASSIGN(auto delegated, load_delegated_note(*ask.session, settings, workspace, bad));
        if (delegated) facts.notes.push_back(std::move(*delegated));
    }
    if (is_paused(settings, facts.now)) facts.notes.push_back(pause_note(settings));
    HM_TRY_ASSIGN(auto levers, load_lever_notes(session_id, workspace, bad));
    std::move(levers.begin(), levers.end(), std::back_inserter(facts.notes));
    const std::string rights = role_note(role_or_least(settings.roles, facts.role));
    if (!rights.empty()) facts.notes.push_back(rights);
    if (ask.session) {
        HM_TRY_ASSIGN(auto handed_over, load_delegation_notes(*ask.session, workspace, bad));
        std::move(handed_over.begin(), handed_over.end(), std::back_inserter(facts.notes));
    }
    if (ask.session) HM_TRY(add_session_notes(*ask.session, settings, workspace, facts.notes, bad));
    HM_TRY_ASSIGN(const LoadedReadHead head, load_read_head(session_id, connection, bad));
    HM_TRY(add_chain(head, connection, facts, bad));
    if (!facts.tasks.empty()) facts.last_commit_at = last_commit_at(workspace.store.paths().root);
    if (ask.session) add_open_ends(*ask.session, workspace, facts);
    HM_TRY(add_unlinked_plan(ask.session, connection, facts));
    add_stale_tasks(settings, facts);
    HM_TRY(add_documents(workspace, facts, bad));
    facts.locked_files = load_locked_code(facts.tasks, workspace);
    HM_TRY(add_memories(ask, head, connection, facts, bad));
    std::erase_if(facts.memories,
                  [&](const MemoryCandidate& candidate) { return awaits_review(candidate.memory, settings.review); });
    HM_TRY(add_anchors(connection, head, facts, bad));
    HM_TRY(add_decisions(connection, facts, bad));
    HM_TRY(add_knowledge(connection, head, facts, bad));
    if (ask.session) drop_own_synthesis(*ask.session, facts);
    HM_TRY(add_comments(ask.session, connection, facts, bad));
    return facts;
}

PackTerms pack_terms(const ClientTraits& client, const Settings& settings, std::int64_t characters,
                     const std::optional<std::int64_t>& context_window) {
    PackTerms terms{client, injection_budget(client, characters, context_window)};
    if (client.places == ContextPlaces::several) terms.rules = rules_within(settings.mode, terms.budget) + "\n";
    return terms;
}

PackAsk ask_for(const PackTerms& terms, std::optional<Session> session, std::string prompt) {
    PackAsk ask{std::move(session), std::move(prompt), terms.budget, count_characters(terms.rules)};
    ask.usual = usual_characters;
    return ask;
}

PackParts pack_parts(const PackTerms& terms, const PackText& whole, const Pack& pack, const PackFacts& facts) {
    if (terms.client.places == ContextPlaces::one) return {{}, whole};
    return {terms.rules, checklist_apart(whole, pack, facts)};
}

}  // namespace hm
