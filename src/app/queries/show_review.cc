// review: what is new and nobody has looked at yet, with what it changes.
#include <fmt/format.h>

#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "engine/review/review.h"
#include "store/sql/knowledge.h"
#include "store/sql/memory.h"
#include "view/review_text.h"

namespace hm {
namespace {

struct ShowReview {
    bool waiting = false;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("waiting", &ShowReview::waiting, "Only memories that stay out of packs until they are accepted."));
        visit(field("limit", &ShowReview::limit, "Most of each noun to show; 50 when left out."));
    }
};

Result<std::string> replaced_content(const std::optional<Id>& id, const QueryContext& context) {
    if (!id) return std::string();
    HM_TRY_ASSIGN(const auto memory, find<Memory>(context.connection(), *id, context.bad));
    if (memory) return memory->content.str();
    HM_TRY_ASSIGN(const auto knowledge, find<Knowledge>(context.connection(), *id, context.bad));
    return knowledge ? knowledge->content.str() : std::string();
}

Result<Answer> run(const ShowReview& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    std::vector<ReviewEntry> entries;
    HM_TRY_ASSIGN(const auto memories, unconfirmed_memories(context.connection(), limit, context.bad));
    for (const Memory& memory : memories) {
        const bool waits = awaits_review(memory, context.settings.review);
        if (input.waiting && !waits) continue;
        HM_TRY_ASSIGN(std::string replaced, replaced_content(memory.supersedes, context));
        entries.push_back({"memory", memory.id, memory.created_at, std::string(name_of(memory.trust)),
                           memory.content.str(), memory.supersedes, std::move(replaced), waits});
    }
    if (!input.waiting) {
        HM_TRY_ASSIGN(const auto knowledge, unconfirmed_knowledge(context.connection(), limit, context.bad));
        for (const Knowledge& entry : knowledge) {
            HM_TRY_ASSIGN(std::string replaced, replaced_content(entry.supersedes, context));
            entries.push_back({"knowledge", entry.id, entry.created_at, std::string(name_of(entry.source)),
                               fmt::format("{}: {}", entry.title.view(), entry.content.view()), entry.supersedes,
                               std::move(replaced), false});
        }
    }
    return Answer{review_json(entries), review_text(entries, context.now)};
}

}  // namespace

Query show_review() {
    return make_query<ShowReview, run>("review", "Show what is new and nobody has looked at, with what it changes.");
}

}  // namespace hm
