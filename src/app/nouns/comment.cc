// comment: a remark on any record. A person's remark reaches the agent with its next pack.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"
#include "app/record_named.h"

namespace hm {
namespace {

struct AddComment {
    Text<1, 60> on_id;
    Paragraph text;

    static constexpr void fields(auto&& visit) {
        visit(field("on_id", &AddComment::on_id, "Record it is about: its id, or its stamp."));
        visit(same_as(&Comment::text, &AddComment::text));
    }
};

Result<Receipt> add(const AddComment& input, const CommandContext& context) {
    Comment comment;
    HM_TRY_ASSIGN(comment.on_id, record_named(input.on_id.view(), context.connection()));
    HM_TRY(context.begin(comment));
    comment.text = input.text;
    HM_TRY_ASSIGN(comment.author, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, comment));
    return receipt_of("Made the", comment);
}

}  // namespace

std::vector<Command> comment_commands() {
    return {
        make_command<AddComment, add>("comment", "Remark on any record; the agent reads it with its next pack.",
                                      "on_id text"),
        remove_noun<Comment>("comment remove", "Take a comment out of use; it stays in the store."),
    };
}

}  // namespace hm
