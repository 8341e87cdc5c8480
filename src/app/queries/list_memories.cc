// memory list: the newest memories, of all shelves or of one.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/memory.h"
#include "store/sql/search.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct ListMemories {
    std::optional<Word> shelf;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("shelf", &ListMemories::shelf, "Only those filed there."));
        visit(field("limit", &ListMemories::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListMemories& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    HM_TRY_ASSIGN(const auto memories,
                  input.shelf ? memories_on_shelf(context.connection(), input.shelf->view(), limit, context.bad)
                              : recent_memories(context.connection(), limit, context.bad));
    return Answer{encode(memories), memory_lines(memories, context.now)};
}

}  // namespace

Query list_memories_query() {
    return make_query<ListMemories, run>("memory list", "List memories, newest first.", {},
                                         &shape_of<std::vector<Memory>>);
}

}  // namespace hm
