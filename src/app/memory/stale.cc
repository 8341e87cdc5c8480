// stale: what is past its date, or came from what changed since, and waits to be validated, changed or removed.
#include "app/memory/stale.h"

#include <set>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/project/artifact.h"
#include "engine/recall/staleness.h"
#include "store/queries/anchor.h"
#include "store/queries/past_date.h"
#include "store/records/records.h"

namespace hm {
namespace {

constexpr std::int64_t most_at_once = 200;

}  // namespace

Result<std::int64_t> let_stale_anchors_go(Transaction& transaction, const Settings& settings, Time now) {
    Connection& connection = transaction.connection();
    BadRows bad;
    HM_TRY_ASSIGN(auto active, active_task_ids(connection));
    const StalenessFacts facts = staleness_facts(settings, now, std::move(active));
    HM_TRY_ASSIGN(const auto anchors, current_anchors(connection, most_at_once, bad));
    std::int64_t gone = 0;
    for (Anchor anchor : anchors) {
        if (!has_faded(anchor, facts)) continue;
        anchor.purged_at = now;
        anchor.modified_at = now;
        HM_TRY(update(transaction, anchor));
        ++gone;
    }
    return gone;
}

namespace {

template <class Record>
std::vector<StaleEntry> entries_of(std::string_view noun, const std::vector<Record>& candidates, std::int64_t limit,
                                   const StalenessFacts& facts) {
    std::vector<StaleEntry> entries;
    std::set<Id> seen;
    for (const Record& record : candidates) {
        if (std::ssize(entries) == limit || !is_stale(record, facts) || !seen.insert(record.id).second) continue;
        StaleEntry entry{noun, Codec<Record>::encode_object(record), record.validated_at.value_or(record.modified_at),
                         unconfirmed_for(record, facts.now), std::nullopt};
        if constexpr (std::is_same_v<Record, Knowledge>) entry.confidence = confidence_at(record, facts.now);
        entries.push_back(std::move(entry));
    }
    return entries;
}

template <class Record>
void append(std::vector<Record>& all, std::vector<Record> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace

Result<StalenessFacts> load_staleness_facts(const QueryContext& context) {
    HM_TRY_ASSIGN(auto active, active_task_ids(context.connection()));
    return staleness_facts(context.settings, context.now, std::move(active));
}

Result<std::vector<StaleEntry>> stale_anchors(const StalenessFacts& facts, std::int64_t limit,
                                              const QueryContext& context) {
    Connection& connection = context.connection();
    const Time since{facts.now.ms - facts.anchor_fresh_for.ms};
    HM_TRY_ASSIGN(auto candidates, anchors_with_changed_source(connection, limit, context.bad));
    HM_TRY_ASSIGN(auto aged, anchors_unconfirmed_since(connection, since, limit, context.bad));
    append(candidates, std::move(aged));
    return entries_of("anchor", candidates, limit, facts);
}

Result<std::vector<StaleEntry>> stale_memories(const StalenessFacts& facts, std::int64_t limit,
                                               const QueryContext& context) {
    HM_TRY_ASSIGN(const auto aged, memories_past_date(context.connection(), facts.now, limit, context.bad));
    return entries_of("memory", aged, limit, facts);
}

Result<std::vector<StaleEntry>> stale_knowledge(const StalenessFacts& facts, std::int64_t limit,
                                                const QueryContext& context) {
    Connection& connection = context.connection();
    HM_TRY_ASSIGN(auto candidates, knowledge_with_changed_source(connection, limit, context.bad));
    HM_TRY_ASSIGN(auto aged, knowledge_past_date(connection, facts.now, limit, context.bad));
    append(candidates, std::move(aged));
    return entries_of("knowledge", candidates, limit, facts);
}

Result<std::vector<StaleEntry>> stale_artifacts(const StalenessFacts& facts, std::int64_t limit,
                                                const QueryContext& context) {
    HM_TRY_ASSIGN(const auto found, artifacts_not_current(limit, context.workspace.store.paths().root,
                                                          context.connection(), context.bad));
    std::vector<StaleEntry> entries;
    for (const ShownArtifact& shown : found) {
        if (shown.judged.standing != ArtifactStanding::stale) continue;
        const Time settled = settled_at(shown.artifact);
        entries.push_back({"artifact", Codec<Artifact>::encode_object(shown.artifact), settled, facts.now - settled,
                           std::nullopt,
                           findings_in_words(shown.judged) + ": " + artifact_remedy(shown.artifact, shown.judged)});
    }
    return entries;
}

namespace {

struct ListStale {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListStale::limit, "Most of each noun to show; 50 when left out."));
    }
};

Result<Answer> run(const ListStale& input, const QueryContext& context) {
    Connection& connection = context.connection();
    const std::int64_t limit = list_limit(input.limit);
    HM_TRY_ASSIGN(const StalenessFacts facts, load_staleness_facts(context));
    const Time sessions_since{facts.now.ms - facts.session_fresh_for.ms};
    std::vector<StaleEntry> entries;
    for (const auto stale_of : {&stale_anchors, &stale_memories, &stale_knowledge, &stale_artifacts}) {
        HM_TRY_ASSIGN(auto more, stale_of(facts, limit, context));
        std::move(more.begin(), more.end(), std::back_inserter(entries));
    }
    HM_TRY_ASSIGN(const auto sessions, sessions_silent_since(connection, sessions_since, limit, context.bad));
    for (const SilentSession& silent : sessions) {
        if (!is_stale(silent.session, silent.seen_at, 0, facts)) continue;
        entries.push_back({"session", Codec<Session>::encode_object(silent.session), silent.seen_at,
                           facts.now - silent.seen_at, std::nullopt});
    }
    return Answer{stale_json(entries), stale_text(entries)};
}

}  // namespace

Query list_stale() {
    return make_query<ListStale, run>(
        "stale", "Show what is past its date, or whose source changed, and waits to be validated.");
}

// knowledge stale: entries and anchors that nobody confirmed for too long, or whose source changed.

namespace {

struct ListStaleKnowledge {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListStaleKnowledge::limit, "Most of each noun to show; 50 when left out."));
    }
};

Result<Answer> run(const ListStaleKnowledge& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    HM_TRY_ASSIGN(const StalenessFacts facts, load_staleness_facts(context));
    HM_TRY_ASSIGN(std::vector<StaleEntry> entries, stale_knowledge(facts, limit, context));
    HM_TRY_ASSIGN(auto anchors, stale_anchors(facts, limit, context));
    std::move(anchors.begin(), anchors.end(), std::back_inserter(entries));
    return Answer{stale_json(entries), stale_text(entries)};
}

}  // namespace

Query list_stale_knowledge() {
    return make_query<ListStaleKnowledge, run>(
        "knowledge stale", "Show entries and anchors past their date, and those whose source changed.");
}

}  // namespace hm
