// stale: what is past its date, or came from what changed since, and waits to be validated, changed or removed.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "app/stale_entries.h"
#include "store/sql/past_date.h"

namespace hm {
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

}  // namespace hm
