// review edit: a person corrects a new entry, which accepts it and makes it the person's word.
#include "app/commands/commands.h"
#include "app/keep_memory.h"
#include "app/reviewed.h"
#include "engine/staleness/staleness.h"

namespace hm {
namespace {

struct EditReview {
    Id id;
    MemoryText content;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &EditReview::id, "A memory or knowledge, as `hivemind review` lists it."));
        visit(field("content", &EditReview::content, "What it should say."));
    }
};

Result<Receipt> run(const EditReview& input, const CommandContext& context) {
    HM_TRY(with_reviewed(
        input.id, context,
        [&](Memory& memory) -> Result<void> {
            memory.content = input.content;
            memory.trust = Trust::user;
            confirm(memory, context.settings.memory_fresh_for, context.now);
            return take_its_place(memory, context);
        },
        [&](Knowledge& knowledge) -> Result<void> {
            knowledge.content = input.content;
            confirm(knowledge, context.now);
            return {};
        }));
    return Receipt{"Corrected and accepted the entry.", input.id};
}

}  // namespace

Command edit_review() {
    return make_command<EditReview, run>("review edit", "Correct a new entry and accept it.", "id content",
                                         Access::person);
}

}  // namespace hm
