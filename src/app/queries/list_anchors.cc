// anchor list: the facts pinned now, critical ones first.
#include "app/list_limit.h"
#include "app/queries/queries.h"
#include "store/sql/anchor.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct ListAnchors {
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ListAnchors::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListAnchors& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto anchors, current_anchors(context.connection(), list_limit(input.limit), context.bad));
    return Answer{encode(anchors), anchor_lines(anchors, context.now)};
}

}  // namespace

Query list_anchors_query() {
    return make_query<ListAnchors, run>("anchor list", "List the facts pinned now, critical ones first.", {},
                                        &shape_of<std::vector<Anchor>>);
}

}  // namespace hm
