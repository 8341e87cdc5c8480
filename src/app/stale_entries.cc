#include "app/stale_entries.h"

#include <set>

#include "app/facts/load_artifact.h"
#include "store/sql/anchor.h"
#include "store/sql/knowledge.h"
#include "store/sql/past_date.h"

namespace hm {
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

}  // namespace hm
