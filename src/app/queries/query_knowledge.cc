// knowledge query: what the project knows about a question: entries and anchors, and what is linked with them.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "app/recall.h"
#include "view/recall_text.h"

namespace hm {
namespace {

struct QueryKnowledge {
    Paragraph question;
    std::optional<KnowledgeType> type;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("question", &QueryKnowledge::question, "A sentence, a word, an identifier or a path."));
        visit(field("type", &QueryKnowledge::type, "Only entries of this sort."));
        visit(field("limit", &QueryKnowledge::limit, "Most to show; 10 when left out, 200 at the most."));
    }
};

bool is_asked(const RecallHit& hit, const QueryKnowledge& input) {
    const auto* knowledge = std::get_if<Knowledge>(&hit.record);
    if (knowledge == nullptr) return !input.type && !std::holds_alternative<Memory>(hit.record);
    return !input.type || knowledge->type == *input.type;
}

Result<Answer> run(const QueryKnowledge& input, const QueryContext& context) {
    constexpr std::int64_t usual_limit = 10;
    constexpr std::int64_t largest_limit = 200;
    const std::int64_t limit = std::min(list_limit(input.limit.value_or(usual_limit)), largest_limit);
    RecallAsk ask{.question = input.question.str(), .limit = limit};
    ask.scope = RecallScope::knowledge;
    if (input.type) ask.limit = largest_limit;
    HM_TRY_ASSIGN(auto hits, recall(ask, context.connection(), context.now, context.bad));
    std::erase_if(hits, [&](const RecallHit& hit) { return !is_asked(hit, input); });
    if (std::ssize(hits) > limit) hits.resize(static_cast<std::size_t>(limit));
    json::array data;
    for (const RecallHit& hit : hits) data.push_back(recall_json(hit));
    return Answer{std::move(data), recall_lines(hits, context.now)};
}

}  // namespace

Query query_knowledge() {
    return make_query<QueryKnowledge, run>("knowledge query", "Find what the project knows, following what is linked.",
                                           "question");
}

}  // namespace hm
