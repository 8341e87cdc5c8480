// anchor save: pins a short fact under a key. The value that was there before is kept as an older version.
#include "app/commands/commands.h"
#include "app/pin_anchor.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

using SaveAnchor = AnchorInput<AnchorValue>;

Result<Receipt> run(const SaveAnchor& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::optional<Anchor> earlier, find_anchor(context.connection(), input.key, context.bad));
    Anchor anchor = earlier.value_or(Anchor{});
    anchor.key = input.key;
    anchor.value = input.value;
    anchor.kind = input.kind.value_or(anchor.kind);
    anchor.priority = input.priority.value_or(anchor.priority);
    if (input.file) anchor.source = {input.file, input.line, input.task_id};
    if (input.task_id) anchor.source.task_id = input.task_id;
    if (!input.related_to.empty()) anchor.related_to = input.related_to;
    return pin_anchor(std::move(anchor), earlier, context);
}

}  // namespace

Command save_anchor() {
    return make_command<SaveAnchor, run>("anchor save", "Pin a short fact under a key.", "key value");
}

}  // namespace hm
