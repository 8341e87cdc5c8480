// memory recall: what is known about a question, asked in a word or a sentence.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "engine/recall/query_words.h"
#include "store/sql/memory.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct RecallMemories {
    Paragraph question;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("question", &RecallMemories::question, "What to look for, a word or a sentence."));
        visit(field("limit", &RecallMemories::limit, "Most to show; 10 when left out."));
    }
};

Result<Answer> run(const RecallMemories& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto hits, search_memories(context.connection(), query_words(input.question.view()),
                                                   list_limit(input.limit.value_or(10)), context.bad));
    std::vector<Memory> memories;
    json::array data;
    for (const MemoryHit& hit : hits) {
        memories.push_back(hit.memory);
        json::object entry = encode(hit.memory).as_object();
        entry["score"] = hit.score;
        data.push_back(std::move(entry));
    }
    return Answer{std::move(data), memory_lines(memories, context.now)};
}

Shape shape_of_hits() {
    Shape shape = shape_of<std::vector<Memory>>();
    shape.item.front().fields.push_back(
        {"score", "How well it fits the question; more is better.", Presence::required, {.kind = ShapeKind::number}});
    return shape;
}

}  // namespace

Query recall_memories() {
    return make_query<RecallMemories, run>("memory recall", "Find what is known about a question.", "question",
                                           shape_of_hits);
}

}  // namespace hm
