// trace: the whole chain of a record, an event or a minute, commits included.
#include "app/facts/load_trace.h"
#include "app/queries/queries.h"

namespace hm {
namespace {

struct Trace {
    Text<1, 60> of;

    static constexpr void fields(auto&& visit) {
        visit(field("of", &Trace::of, "A record's id or stamp, or an event's id or place in the trail."));
    }
};

Result<Answer> run(const Trace& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const TraceFacts facts, load_trace(input.of.view(), context));
    return Answer{trace_json(facts), trace_text(facts)};
}

}  // namespace

Query trace() {
    return make_query<Trace, run>("trace", "Show the whole chain of a record, an event or a stamp, commits included.",
                                  "of");
}

}  // namespace hm
