// approve: a call that was refused may be made once, by the session that was refused, within a time.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/recorded_decision.h"
#include "domain/grant.h"

namespace hm {
namespace {

constexpr Duration longest = hours(24);

struct Approve {
    Text<1, 60> event;
    std::optional<Duration> length;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &Approve::event, "The refusal: its place in the trail, or its id."));
        visit(field("for", &Approve::length, "How long the call may wait, at most 24h; 15m when left out."));
        visit(same_as(&Grant::reason, &Approve::reason));
    }
};

Result<Receipt> run(const Approve& input, const CommandContext& context) {
    const Duration length = input.length.value_or(minutes(15));
    if (length.ms <= 0 || length > longest) {
        return fail(ErrorCode::invalid_input, fmt::format("An approval for {}.", to_text(length)),
                    "Approve for more than nothing and at most 24h.");
    }
    HM_TRY_ASSIGN(const RecordedDecision refusal,
                  require_refusal(context.connection(), input.event.view(), "approve", context.bad));
    Grant grant;
    HM_TRY(context.begin(grant));
    grant.kind = GrantKind::call;
    HM_TRY_ASSIGN(grant.target, FilePath::make(std::string(text_member(refusal.event.facts, "call"))));
    grant.until = context.now + length;
    grant.reason = input.reason;
    HM_TRY_ASSIGN(grant.granted_by, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, grant));
    return Receipt{fmt::format("The call of event {} ({} {}) may be made once, within {}.", refusal.event.seq,
                               refusal.facts.tool, refusal.verdict.subject, to_text(length)),
                   grant.id, refusal.event.task_id};
}

}  // namespace

Command approve() {
    return make_command<Approve, run>("approve", "Let a refused call be made once, by the session that was refused.",
                                      "event", Access::person);
}

}  // namespace hm
