// review reject: a person says that a new entry does not hold. What it replaced comes back into use.
#include "app/commands/commands.h"
#include "app/reviewed.h"
#include "domain/memory_lifecycle.h"

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

// The lifecycle leads from superseded nowhere, as nothing else brings such a memory back.
Result<void> bring_back(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto old, find<Memory>(context.connection(), id, context.bad));
    if (!old || old->standing != Standing::superseded) return {};
    old->standing = Standing::observed;
    old->modified_at = context.now;
    return put(context.transaction, *old);
}

Result<void> reject(Memory& memory, const RejectReview& input, const CommandContext& context) {
    if (input.reason) memory.reason = input.reason;
    if (memory.supersedes) HM_TRY(bring_back(*memory.supersedes, context));
    return move_to(memory, Standing::rejected, context.now);
}

Result<Receipt> run(const RejectReview& input, const CommandContext& context) {
    Receipt receipt{"Rejected the entry; it stays in the store as such.", input.id};
    const auto reject_memory = [&](Memory& memory) {
        if (memory.supersedes) receipt.details["back_in_use"] = memory.supersedes->text();
        return reject(memory, input, context);
    };
    const auto retire = [&](Knowledge& knowledge) -> Result<void> {
        knowledge.archived_at = context.now;
        return {};
    };
    HM_TRY(with_reviewed(input.id, context, reject_memory, retire));
    return receipt;
}

}  // namespace

Command reject_review() {
    return make_command<RejectReview, run>("review reject", "Say that a new entry does not hold.", "id",
                                           Access::person);
}

}  // namespace hm
