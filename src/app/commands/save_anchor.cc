// anchor save: pins a short fact under a key. The value that was there before is kept as an older version.
#include "app/commands/commands.h"
#include "app/pin_anchor.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

struct SaveAnchor {
    AnchorKey key;
    AnchorValue value;
    std::optional<AnchorKind> kind;
    std::optional<AnchorPriority> priority;
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Id> task_id;
    std::vector<Id> related_to;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Anchor::key, &SaveAnchor::key));
        visit(same_as(&Anchor::value, &SaveAnchor::value));
        visit(same_as(&Anchor::kind, &SaveAnchor::kind));
        visit(same_as(&Anchor::priority, &SaveAnchor::priority));
        visit(same_as(&AnchorSource::file, &SaveAnchor::file));
        visit(same_as(&AnchorSource::line, &SaveAnchor::line));
        visit(same_as(&AnchorSource::task_id, &SaveAnchor::task_id));
        visit(same_as(&Anchor::related_to, &SaveAnchor::related_to));
    }
};

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
    return make_command<SaveAnchor, run>("anchor save", "Pin a short fact under a key.", "value");
}

}  // namespace hm
