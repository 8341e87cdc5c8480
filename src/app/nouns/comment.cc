// comment: a remark on any record. A person's remark reaches the agent with its next pack.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> sign(Comment& comment, const CommandContext& context) {
    HM_TRY_ASSIGN(comment.author, Word::make(actor_name(context.actor)));
    return {};
}

}  // namespace

std::vector<Command> comment_commands() {
    return {
        create_noun<Comment, sign>("comment", "Remark on any record; the agent reads it with its next pack.",
                                   "on_id text"),
        remove_noun<Comment>("comment remove", "Take a comment out of use; it stays in the store."),
    };
}

}  // namespace hm
