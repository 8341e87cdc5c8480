// anchor update: changes some of what an anchor says; what is not given stays. The earlier version is kept.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/pin_anchor.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

struct UpdateAnchor {
    AnchorKey key;
    std::optional<AnchorValue> value;
    std::optional<AnchorKind> kind;
    std::optional<AnchorPriority> priority;
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Id> task_id;
    std::vector<Id> related_to;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Anchor::key, &UpdateAnchor::key));
        visit(same_as(&Anchor::value, &UpdateAnchor::value));
        visit(same_as(&Anchor::kind, &UpdateAnchor::kind));
        visit(same_as(&Anchor::priority, &UpdateAnchor::priority));
        visit(same_as(&AnchorSource::file, &UpdateAnchor::file));
        visit(same_as(&AnchorSource::line, &UpdateAnchor::line));
        visit(same_as(&AnchorSource::task_id, &UpdateAnchor::task_id));
        visit(same_as(&Anchor::related_to, &UpdateAnchor::related_to));
    }
};

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
