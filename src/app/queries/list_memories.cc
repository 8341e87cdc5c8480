// memory list: the newest memories.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/memory.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct ListMemories {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListMemories::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListMemories& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto memories, recent_memories(context.connection(), list_limit(input.limit), context.bad));
    return Answer{encode(memories), memory_lines(memories, context.now)};
}

}  // namespace

Query list_memories_query() {
    return make_query<ListMemories, run>("memory list", "List memories, newest first.", {},
                                         &shape_of<std::vector<Memory>>);
}

}  // namespace hm
