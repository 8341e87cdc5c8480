// why: which rule decided, on which facts, when; and the decision taken again from the recorded facts.
#include "app/queries/queries.h"
#include "app/recorded_decision.h"
#include "engine/gate/gate.h"
#include "view/why_text.h"

namespace hm {
namespace {

struct Why {
    Text<1, 60> event;
    static constexpr void fields(auto&& visit) {
        visit(field("event", &Why::event, "The decision: its place in the trail, or its id."));
    }
};

Result<Answer> run(const Why& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const RecordedDecision decision,
                  require_decision(context.connection(), input.event.view(), context.bad));
    const WhyFacts facts{decision.event, decision.facts, decision.verdict, decide(decision.facts)};
    return Answer{why_json(facts), why_text(facts)};
}

}  // namespace

Query why() {
    return make_query<Why, run>("why", "Show why the gate decided as it did, and decide again on the same facts.",
                                "event");
}

}  // namespace hm
