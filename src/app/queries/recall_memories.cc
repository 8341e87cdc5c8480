// memory recall: what is known about a question, asked in a word or a sentence.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "app/recall.h"
#include "engine/recall/time_asked.h"
#include "view/recall_text.h"

namespace hm {
namespace {

constexpr std::int64_t usual_limit = 10;
constexpr std::int64_t largest_limit = 1000;

struct RecallMemories {
    std::optional<Paragraph> question;
    std::optional<Word> since;
    std::optional<Word> until;
    std::optional<Id> task_id;
    std::optional<Id> session_id;
    std::optional<FilePath> file;
    std::optional<Word> shelf;
    std::optional<Tag> tag;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("question", &RecallMemories::question,
                    "A sentence, a word, an identifier, a path or a stamp; left out: the newest."));
        visit(field("since", &RecallMemories::since, "Made then or later: 2026-05-01, 3d, \"last week\"."));
        visit(field("until", &RecallMemories::until, "Made before: 2026-05-01, 3d, yesterday."));
        visit(field("task_id", &RecallMemories::task_id, "Learnt in this task."));
        visit(field("session_id", &RecallMemories::session_id, "Learnt in this session."));
        visit(field("file", &RecallMemories::file, "Names this file."));
        visit(field("shelf", &RecallMemories::shelf, "Filed on this shelf."));
        visit(field("tag", &RecallMemories::tag, "Bears this tag."));
        visit(field("limit", &RecallMemories::limit, "Most to show; 10 when left out, 1000 at the most."));
    }
};

Result<std::optional<Time>> moment(const std::optional<Word>& text, Time now) {
    if (!text) return std::nullopt;
    HM_TRY_ASSIGN(const Time time, parse_moment(text->view(), now));
    return time;
}

template <class T>
std::optional<std::string> text_of(const std::optional<T>& value) {
    return value ? std::optional(value->str()) : std::nullopt;
}

Result<Answer> run(const RecallMemories& input, const QueryContext& context) {
    RecallAsk ask;
    ask.question = input.question ? input.question->str() : std::string();
    HM_TRY_ASSIGN(ask.since, moment(input.since, context.now));
    HM_TRY_ASSIGN(ask.until, moment(input.until, context.now));
    ask.task_id = input.task_id;
    ask.session_id = input.session_id;
    ask.file = text_of(input.file);
    ask.shelf = text_of(input.shelf);
    ask.tag = text_of(input.tag);
    ask.limit = std::min(list_limit(input.limit.value_or(usual_limit)), largest_limit);
    HM_TRY_ASSIGN(const auto hits, recall(ask, context.connection(), context.now, context.bad));
    json::array data;
    for (const RecallHit& hit : hits) data.push_back(recall_json(hit));
    return Answer{std::move(data), recall_lines(hits, context.now)};
}

Shape shape_of_hits() {
    Shape shape = shape_of<std::vector<Memory>>();
    std::vector<FieldShape>& fields = shape.item.front().fields;
    fields.push_back({"noun", "memory, knowledge or anchor; the other fields are those of that noun.",
                      Presence::required, shape_of<Word>()});
    fields.push_back({"score",
                      "How well it fits the question; the sum of its parts.",
                      Presence::required,
                      {.kind = ShapeKind::number}});
    fields.push_back(
        {"match", "The same as a share of the best one's.", Presence::required, {.kind = ShapeKind::number}});
    fields.push_back({"parts", "What the score is made of.", Presence::required, {.kind = ShapeKind::object}});
    fields.push_back({"reasons", "The same in words.", Presence::required, shape_of<std::vector<Sentence>>()});
    return shape;
}

}  // namespace

Query recall_memories() {
    return make_query<RecallMemories, run>("memory recall", "Find what is known about a question.", "question",
                                           shape_of_hits);
}

}  // namespace hm
