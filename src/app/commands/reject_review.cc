// review reject: a person says that a new entry does not hold. What it replaced comes back into use.
#include <algorithm>

#include "app/commands/commands.h"
#include "app/reviewed.h"
#include "domain/memory_lifecycle.h"
#include "engine/review/review.h"
#include "store/sql/memory.h"

namespace hm {
namespace {

struct RejectReview {
    Id id;
    std::optional<Paragraph> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &RejectReview::id, "A memory or knowledge, as `hivemind review` lists it."));
        visit(field("reason", &RejectReview::reason, "Why it does not hold."));
    }
};

// Whether another one that holds has its place. What still waits to be accepted has nobody's.
Result<bool> is_replaced_by_another(const Memory& rejected, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto all, replacements_of_memory(context.connection(), *rejected.supersedes, context.bad));
    return std::ranges::any_of(all, [&](const Memory& each) {
        const bool holds = each.standing == Standing::observed || each.standing == Standing::verified;
        return each.id != rejected.id && holds && !awaits_review(each, context.settings.review);
    });
}

// The lifecycle leads from superseded nowhere, as nothing else brings such a memory back. Answers whether it is back.
Result<bool> bring_back(const Memory& rejected, const CommandContext& context) {
    HM_TRY_ASSIGN(auto old, find<Memory>(context.connection(), *rejected.supersedes, context.bad));
    if (!old || old->standing != Standing::superseded) return false;
    HM_TRY_ASSIGN(const bool is_replaced, is_replaced_by_another(rejected, context));
    if (is_replaced) return false;
    old->standing = Standing::observed;
    old->modified_at = context.now;
    HM_TRY(put(context.transaction, *old));
    return true;
}

Result<Receipt> run(const RejectReview& input, const CommandContext& context) {
    Receipt receipt{"Rejected the entry; it stays in the store as such.", input.id};
    const auto reject_memory = [&](Memory& memory) -> Result<void> {
        if (input.reason) memory.reason = input.reason;
        if (memory.supersedes) {
            HM_TRY_ASSIGN(const bool is_back, bring_back(memory, context));
            if (is_back) receipt.details["back_in_use"] = memory.supersedes->text();
        }
        return move_to(memory, Standing::rejected, context.now);
    };
    const auto reject_knowledge = [&](Knowledge& knowledge) -> Result<void> {
        knowledge.archived_at = context.now;
        return {};
    };
    HM_TRY(with_reviewed(input.id, context, reject_memory, reject_knowledge));
    return receipt;
}

}  // namespace

Command reject_review() {
    return make_command<RejectReview, run>("review reject", "Say that a new entry does not hold.", "id",
                                           Access::person);
}

}  // namespace hm
