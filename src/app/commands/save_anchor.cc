// anchor save: pins a short fact under a key. The value that was there before is kept as an older version.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

struct SaveAnchor {
    AnchorKey key;
    AnchorValue value;
    std::optional<AnchorKind> kind;
    std::optional<AnchorPriority> priority;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Anchor::key, &SaveAnchor::key));
        visit(same_as(&Anchor::value, &SaveAnchor::value));
        visit(same_as(&Anchor::kind, &SaveAnchor::kind));
        visit(same_as(&Anchor::priority, &SaveAnchor::priority));
    }
};

Result<Receipt> run(const SaveAnchor& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Anchor> earlier, find_anchor(context.connection(), input.key, context.bad));
    Anchor anchor = earlier.value_or(Anchor{});
    if (earlier) {
        earlier->archived_at = context.now;
        earlier->modified_at = context.now;
        HM_TRY(update(context.transaction, *earlier));
        anchor.version = earlier->version + 1;
    }
    HM_TRY(context.begin(anchor));
    anchor.archived_at.reset();
    anchor.key = input.key;
    anchor.value = input.value;
    anchor.kind = input.kind.value_or(anchor.kind);
    anchor.priority = input.priority.value_or(anchor.priority);
    anchor.session_id = context.actor.session_id;
    if (auto stamp = StampText::make(context.actor.session_stamp)) anchor.session_stamp = std::move(*stamp);
    anchor.stale_since.reset();
    HM_TRY(insert(context.transaction, anchor));
    return Receipt{fmt::format("Pinned \"{}\", version {}.", anchor.key.view(), anchor.version), anchor.id};
}

}  // namespace

Command save_anchor() {
    return make_command<SaveAnchor, run>("anchor save", "Pin a short fact under a key.", "value");
}

}  // namespace hm
