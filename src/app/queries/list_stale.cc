// stale: what is past its date and waits to be validated, changed or removed.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "engine/staleness/staleness.h"
#include "store/sql/past_date.h"
#include "view/stale_text.h"

namespace hm {
namespace {

struct ListStale {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListStale::limit, "Most of each noun to show; 50 when left out."));
    }
};

template <class Record>
void add(std::vector<StaleEntry>& entries, std::string_view noun, const std::vector<Record>& candidates,
         const StalenessFacts& facts) {
    for (const Record& record : candidates) {
        if (!is_stale(record, facts)) continue;
        StaleEntry entry{noun, Codec<Record>::encode_object(record), record.validated_at.value_or(record.modified_at),
                         unconfirmed_for(record, facts.now), std::nullopt};
        if constexpr (std::is_same_v<Record, Knowledge>) entry.confidence = confidence_at(record, facts.now);
        entries.push_back(std::move(entry));
    }
}

Result<Answer> run(const ListStale& input, const QueryContext& context) {
    Connection& connection = context.connection();
    const std::int64_t limit = list_limit(input.limit);
    HM_TRY_ASSIGN(auto active, active_task_ids(connection));
    const StalenessFacts facts = staleness_facts(context.settings, context.now, std::move(active));
    const Time anchors_since{facts.now.ms - facts.anchor_fresh_for.ms};
    const Time sessions_since{facts.now.ms - facts.session_fresh_for.ms};
    std::vector<StaleEntry> entries;
    HM_TRY_ASSIGN(const auto anchors, anchors_unconfirmed_since(connection, anchors_since, limit, context.bad));
    add(entries, "anchor", anchors, facts);
    HM_TRY_ASSIGN(const auto memories, memories_past_date(connection, facts.now, limit, context.bad));
    add(entries, "memory", memories, facts);
    HM_TRY_ASSIGN(const auto knowledge, knowledge_past_date(connection, facts.now, limit, context.bad));
    add(entries, "knowledge", knowledge, facts);
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
    return make_query<ListStale, run>("stale", "Show what is past its date and waits to be validated.");
}

}  // namespace hm
