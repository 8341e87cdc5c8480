// anchor update: changes some of what an anchor says; what is not given stays. The earlier version is kept.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/pin_anchor.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

using UpdateAnchor = AnchorInput<std::optional<AnchorValue>>;

Result<Receipt> run(const UpdateAnchor& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto known, find_anchor(context.connection(), input.key, context.bad));
    if (!known) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key.view()),
                    "Use a key from `hivemind anchor list`, or `hivemind anchor save` to pin it.");
    }
    Anchor anchor = *known;
    anchor.value = input.value.value_or(anchor.value);
    anchor.kind = input.kind.value_or(anchor.kind);
    anchor.priority = input.priority.value_or(anchor.priority);
    if (input.file) anchor.source.file = input.file;
    if (input.line) anchor.source.line = input.line;
    if (input.task_id) anchor.source.task_id = input.task_id;
    if (!input.related_to.empty()) anchor.related_to = input.related_to;
    return pin_anchor(std::move(anchor), known, context);
}

}  // namespace

Command update_anchor() {
    return make_command<UpdateAnchor, run>("anchor update", "Change some of what an anchor says.", "key value");
}

}  // namespace hm
