// why: which rule decided, on which facts, when; and the decision taken again from the recorded facts.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/command/named.h"
#include "app/gate/trial.h"
#include "engine/gate/gate.h"
#include "engine/gate/recorded_facts.h"
#include "store/queries/event.h"
#include "view/verdict_text.h"

namespace hm {
namespace {

constexpr std::string_view list_them = "Use an event that `hivemind log --kind gate` lists.";

Result<Verdict> verdict_of(const Event& event) {
    const std::string_view kind = event.kind.view();
    constexpr std::string_view prefix = "gate.";
    const auto outcome = kind.starts_with(prefix) ? enum_named<Outcome>(kind.substr(prefix.size())) : std::nullopt;
    const auto rule = enum_named<GateRule>(text_member(event.facts, "rule"));
    if (!outcome || !rule) {
        return fail(ErrorCode::not_found, fmt::format("Event {} is no decision of the gate: {}.", event.seq, kind),
                    std::string(list_them));
    }
    const auto lifted = enum_named<LiftedBy>(text_member(event.facts, "lifted_by"));
    const json::value* attempt = event.facts.if_contains("attempt");
    return Verdict{*outcome, *rule, std::string(text_member(event.facts, "subject")), lifted.value_or(LiftedBy::nobody),
                   attempt != nullptr && attempt->is_int64() ? attempt->get_int64() : 1};
}

}  // namespace

Result<RecordedDecision> require_decision(Connection& connection, std::string_view named, BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Event> event, event_named(connection, named, bad));
    if (!event) return fail(ErrorCode::not_found, fmt::format("No event {}.", named), std::string(list_them));
    HM_TRY_ASSIGN(Verdict verdict, verdict_of(*event));
    HM_TRY_ASSIGN(GateFacts facts, decode_facts(event->facts));
    facts.now = event->at;
    return RecordedDecision{std::move(*event), std::move(facts), std::move(verdict)};
}

Result<RecordedDecision> require_refusal(Connection& connection, std::string_view named, std::string_view lever,
                                         BadRows& bad) {
    HM_TRY_ASSIGN(RecordedDecision decision, require_decision(connection, named, bad));
    if (decision.verdict.outcome != Outcome::block) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("{} of event {}.", lever, decision.event.seq),
                          "Name a refusal: `hivemind log --kind gate.block` lists them.",
                          "The call was not refused.",
                          {fmt::format("event {} is {}", decision.event.seq, decision.event.kind.view())}});
    }
    if (is_beyond_levers(decision.facts, decision.verdict.rule)) {
        return fail(Error{ErrorCode::refused,
                          fmt::format("{} of event {}.", lever, decision.event.seq),
                          "Run it yourself, or mend the store with `hivemind doctor --fix`.",
                          "This cannot be lifted for an agent: it governs the agents, or the store cannot be read.",
                          {fmt::format("rule {}", name_of(decision.verdict.rule))}});
    }
    return decision;
}

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
    Event event = decision.event;
    event.facts.erase(asked_fact);  // nothing that the gate decides on
    const WhyFacts facts{event, decision.facts, decision.verdict, decide(decision.facts)};
    return Answer{why_json(facts), why_text(facts)};
}

}  // namespace

Query why() {
    return make_query<Why, run>("why", "Show why the gate decided as it did, and decide again on the same facts.",
                                "event");
}

}  // namespace hm
