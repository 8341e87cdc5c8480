// anchor get: what is pinned under a key.
#include <fmt/format.h>

#include "app/queries/queries.h"
#include "store/sql/anchor.h"
#include "view/record_lists.h"

namespace hm {
namespace {

struct GetAnchor {
    AnchorKey key;

    static constexpr void fields(auto&& visit) { visit(same_as(&Anchor::key, &GetAnchor::key)); }
};

Result<Answer> run(const GetAnchor& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto anchor, find_anchor(context.connection(), input.key, context.bad));
    if (!anchor) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key.view()),
                    "Use a key from `hivemind anchor list`.");
    }
    return Answer{encode(*anchor), anchor_lines({*anchor}, context.now)};
}

}  // namespace

Query get_anchor() {
    return make_query<GetAnchor, run>("anchor get", "Show what is pinned under a key.", "key", &shape_of<Anchor>);
}

}  // namespace hm
