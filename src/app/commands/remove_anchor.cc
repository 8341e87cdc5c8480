// anchor remove: unpins a fact, named by its key or its id. Its versions stay in the store.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/nouns/noun_commands.h"
#include "store/sql/anchor.h"

namespace hm {
namespace {

struct RemoveAnchor {
    std::optional<Id> id;
    std::optional<AnchorKey> key;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &RemoveAnchor::id, "The anchor to unpin."));
        visit(field("key", &RemoveAnchor::key, "Or the key it is pinned under."));
    }
};

Result<Anchor> named(const RemoveAnchor& input, const CommandContext& context) {
    if (input.id) return require_record<Anchor>(context, *input.id);
    HM_TRY_ASSIGN(auto anchor, find_anchor(context.connection(), *input.key, context.bad));
    if (anchor) return std::move(*anchor);
    return fail(ErrorCode::not_found, fmt::format("Nothing is pinned under \"{}\".", input.key->view()),
                "Use a key from `hivemind anchor list`.");
}

Result<Receipt> run(const RemoveAnchor& input, const CommandContext& context) {
    if (input.id.has_value() == input.key.has_value()) {
        return fail(ErrorCode::invalid_input, "Which anchor is meant was not told.", "Give either its key or its id.");
    }
    HM_TRY_ASSIGN(Anchor anchor, named(input, context));
    if (anchor.archived_at) return receipt_of("Already out of use: the", anchor);
    anchor.archived_at = context.now;
    anchor.modified_at = context.now;
    HM_TRY(update(context.transaction, anchor));
    return receipt_of("Took out of use, and kept in the store: the", anchor);
}

}  // namespace

Command remove_anchor() {
    return make_command<RemoveAnchor, run>("anchor remove", "Unpin a fact; its versions stay in the store.", "key");
}

}  // namespace hm
