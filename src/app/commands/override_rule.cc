// override: a rule is lifted for what it objected to, for a time; for the task of the refused call when it had one.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/recorded_decision.h"
#include "domain/grant.h"
#include "engine/gate/facts_of.h"

namespace hm {
namespace {

constexpr Duration longest = hours(24 * 30);

struct OverrideRule {
    Text<1, 60> event;
    Sentence reason;
    std::optional<Duration> length;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &OverrideRule::event, "The refusal: its place in the trail, or its id."));
        visit(field("reason", &OverrideRule::reason, "Why."));
        visit(field("for", &OverrideRule::length, "How long it holds, at most 30 days; 1h when left out."));
    }
};

Result<Receipt> run(const OverrideRule& input, const CommandContext& context) {
    const Duration length = input.length.value_or(hours(1));
    if (length.ms <= 0 || length > longest) {
        return fail(ErrorCode::invalid_input, fmt::format("An override for {}.", to_text(length)),
                    "Give it for more than nothing and at most 30 days.");
    }
    HM_TRY_ASSIGN(const RecordedDecision refusal,
                  require_refusal(context.connection(), input.event.view(), "override", context.bad));
    Grant grant;
    HM_TRY(context.begin(grant));
    grant.kind = GrantKind::rule;
    HM_TRY_ASSIGN(grant.target, FilePath::make(lifted_target(refusal.verdict.rule, refusal.verdict.subject)));
    grant.task_id = refusal.event.task_id;
    grant.until = context.now + length;
    grant.reason = input.reason;
    HM_TRY_ASSIGN(grant.granted_by, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, grant));
    return Receipt{fmt::format("The rule {} is lifted for {}{} for {}.", name_of(refusal.verdict.rule),
                               refusal.verdict.subject, grant.task_id ? " under its task" : "", to_text(length)),
                   grant.id, grant.task_id};
}

}  // namespace

Command override_rule() {
    return make_command<OverrideRule, run>("override", "Lift a rule for a time, for what it objected to in a refusal.",
                                           "event", Access::person);
}

}  // namespace hm
