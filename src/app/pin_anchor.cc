#include "app/pin_anchor.h"

#include <fmt/format.h>

#include "app/learn.h"
#include "store/sql/anchor.h"
#include "view/anchor_text.h"

namespace hm {
namespace {

Error too_many_critical(const Anchor& anchor, const std::vector<Anchor>& others, std::size_t sum) {
    Error error{
        ErrorCode::refused,
        fmt::format("\"{}\" cannot be critical: critical anchors would take {} characters.", anchor.key.view(), sum),
        "Give it --priority high, shorten its value, or unpin one of those below.",
        fmt::format("They are never left out of a pack, so that {} is the most.", most_critical_characters),
        {}};
    for (const Anchor& other : others) {
        error.evidence.push_back(fmt::format("{} ({} characters)", other.key.view(), shown_characters(other)));
    }
    return error;
}

Result<void> check_critical(const Anchor& anchor, const CommandContext& context) {
    if (anchor.priority != AnchorPriority::critical) return {};
    HM_TRY_ASSIGN(std::vector<Anchor> others, critical_anchors(context.connection(), context.bad));
    std::erase_if(others, [&](const Anchor& other) { return other.key == anchor.key; });
    std::size_t sum = shown_characters(anchor);
    for (const Anchor& other : others) sum += shown_characters(other);
    if (sum <= most_critical_characters) return {};
    return fail(too_many_critical(anchor, others, sum));
}

}  // namespace

Result<Receipt> pin_anchor(Anchor anchor, const std::optional<Anchor>& earlier, const CommandContext& context) {
    HM_TRY(check_critical(anchor, context));
    if (earlier) {
        Anchor old = *earlier;
        old.archived_at = context.now;
        old.modified_at = context.now;
        HM_TRY(update(context.transaction, old));
        anchor.version = old.version + 1;
    }
    HM_TRY(context.begin(anchor));
    anchor.archived_at.reset();
    anchor.stale_since.reset();
    anchor.validated_at.reset();
    anchor.purged_at.reset();
    anchor.session_id = context.actor.session_id;
    if (auto stamp = StampText::make(context.actor.session_stamp)) anchor.session_stamp = std::move(*stamp);
    HM_TRY(insert(context.transaction, anchor));
    Receipt receipt{fmt::format("Pinned \"{}\", version {}.", anchor.key.view(), anchor.version), anchor.id};
    HM_TRY_ASSIGN(const auto learnt, learn_from_anchor(anchor, earlier, context));
    if (learnt) receipt.details["knowledge"] = learnt->text();
    return receipt;
}

}  // namespace hm
