// Why the gate decided as it did.
#include <fmt/format.h>

#include "base/time.h"
#include "engine/gate/rules.h"
#include "view/text.h"
#include "view/verdict_text.h"

namespace hm {
namespace {

bool is_same(const WhyFacts& facts) {
    return facts.again.outcome == facts.verdict.outcome && facts.again.rule == facts.verdict.rule;
}

// The facts, a line each, in the order they were recorded.
std::string fact_lines(const json::object& recorded) {
    std::string text;
    for (const auto& member : recorded) {
        const std::string value =
            member.value().is_string() ? std::string(member.value().get_string()) : to_text(member.value());
        text += fmt::format("  {}: {}\n", std::string_view(member.key()), plain_text(value));
    }
    return text;
}

}  // namespace

std::string why_text(const WhyFacts& facts) {
    std::string text = fmt::format("event {}, {}, {}\n", facts.event.seq, to_iso(facts.event.at),
                                   plain_text(facts.event.summary.view()));
    if (facts.verdict.rule == GateRule::none) {
        text += "No rule objected.\n";
    } else {
        text += fmt::format("The rule {} decided: {}{}.\n", name_of(facts.verdict.rule), name_of(facts.verdict.outcome),
                            facts.verdict.lifted_by == LiftedBy::nobody
                                ? std::string()
                                : fmt::format(", lifted by a person's {}", name_of(facts.verdict.lifted_by)));
    }
    text += "\nOn these facts:\n" + fact_lines(facts.event.facts);
    if (is_same(facts)) return text + "\nDecided again on them: the same.\n";
    return text + fmt::format("\nDecided again on them by this version: {} by {}.\n", name_of(facts.again.outcome),
                              name_of(facts.again.rule));
}

json::object why_json(const WhyFacts& facts) {
    json::object out{{"event", facts.event.id.text()},
                     {"seq", facts.event.seq},
                     {"at", to_iso(facts.event.at)},
                     {"verdict", name_of(facts.verdict.outcome)},
                     {"rule", name_of(facts.verdict.rule)},
                     {"subject", facts.verdict.subject},
                     {"lifted_by", name_of(facts.verdict.lifted_by)},
                     {"facts", facts.event.facts},
                     {"replay",
                      {{"verdict", name_of(facts.again.outcome)},
                       {"rule", name_of(facts.again.rule)},
                       {"subject", facts.again.subject},
                       {"same", is_same(facts)}}}};
    return out;
}

}  // namespace hm
