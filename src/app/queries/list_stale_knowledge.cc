// knowledge stale: entries and anchors that nobody confirmed for too long, or whose source changed.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "app/stale_entries.h"

namespace hm {
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
