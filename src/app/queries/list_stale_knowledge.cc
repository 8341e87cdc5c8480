// knowledge stale: entries that nobody confirmed for too long, or whose source changed.
#include <fmt/format.h>

#include <set>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "engine/staleness/staleness.h"
#include "store/sql/knowledge.h"
#include "store/sql/past_date.h"
#include "view/stale_text.h"

namespace hm {
namespace {

struct ListStaleKnowledge {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListStaleKnowledge::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListStaleKnowledge& input, const QueryContext& context) {
    Connection& connection = context.connection();
    const std::int64_t limit = list_limit(input.limit);
    HM_TRY_ASSIGN(auto active, active_task_ids(connection));
    const StalenessFacts facts = staleness_facts(context.settings, context.now, std::move(active));
    HM_TRY_ASSIGN(auto candidates, knowledge_with_changed_source(connection, limit, context.bad));
    HM_TRY_ASSIGN(auto aged, knowledge_past_date(connection, context.now, limit, context.bad));
    std::move(aged.begin(), aged.end(), std::back_inserter(candidates));
    std::vector<StaleEntry> entries;
    std::set<Id> seen;
    for (const Knowledge& each : candidates) {
        if (std::ssize(entries) == limit || !is_stale(each, facts) || !seen.insert(each.id).second) continue;
        entries.push_back({"knowledge", Codec<Knowledge>::encode_object(each),
                           each.validated_at.value_or(each.modified_at), unconfirmed_for(each, context.now),
                           confidence_at(each, context.now)});
    }
    return Answer{stale_json(entries), stale_text(entries)};
}

}  // namespace

Query list_stale_knowledge() {
    return make_query<ListStaleKnowledge, run>("knowledge stale",
                                               "Show entries past their date, and those whose source changed.");
}

}  // namespace hm
