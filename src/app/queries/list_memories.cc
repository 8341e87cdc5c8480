// memory list: the newest memories, all of them, or those of one shelf or one kind.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/memory.h"
#include "store/sql/search.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct ListMemories {
    std::optional<Word> shelf;
    std::optional<MemoryKind> kind;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("shelf", &ListMemories::shelf, "Only those filed there."));
        visit(field("kind", &ListMemories::kind, "Only insights, or only dead ends (false_path)."));
        visit(field("limit", &ListMemories::limit, "Most to show; 50 when left out."));
    }
};

Result<std::vector<Memory>> listed(const ListMemories& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    Connection& connection = context.connection();
    if (!input.shelf) {
        return input.kind ? memories_of_kind(connection, *input.kind, limit, context.bad)
                          : recent_memories(connection, limit, context.bad);
    }
    if (!input.kind) return memories_on_shelf(connection, input.shelf->view(), limit, context.bad);
    HM_TRY_ASSIGN(auto memories, memories_on_shelf(connection, input.shelf->view(), largest_list_limit, context.bad));
    std::erase_if(memories, [&](const Memory& memory) { return memory.kind != *input.kind; });
    if (memories.size() > static_cast<std::size_t>(limit)) memories.resize(static_cast<std::size_t>(limit));
    return memories;
}

Result<Answer> run(const ListMemories& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const std::vector<Memory> memories, listed(input, context));
    return Answer{encode(memories), memory_lines(memories, context.now)};
}

}  // namespace

Query list_memories_query() {
    return make_query<ListMemories, run>("memory list", "List memories, newest first.", {},
                                         &shape_of<std::vector<Memory>>);
}

}  // namespace hm
