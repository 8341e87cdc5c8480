// review accept: a person has looked at new entries and lets them be used.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/keep_memory.h"
#include "app/reviewed.h"
#include "engine/staleness/staleness.h"

namespace hm {
namespace {

struct AcceptReview {
    std::vector<Id> ids;

    static constexpr void fields(auto&& visit) {
        visit(field("ids", &AcceptReview::ids, "Memories or knowledge, as `hivemind review` lists them."));
    }
};

Result<Receipt> run(const AcceptReview& input, const CommandContext& context) {
    if (input.ids.empty()) {
        return fail(ErrorCode::invalid_input, "No entry was named.", "Give ids from `hivemind review`.");
    }
    for (const Id& id : input.ids) {
        HM_TRY(with_reviewed(
            id, context,
            [&](Memory& memory) -> Result<void> {
                confirm(memory, context.settings.memory_fresh_for, context.now);
                return take_its_place(memory, context);
            },
            [&](Knowledge& knowledge) -> Result<void> {
                confirm(knowledge, context.now);
                return {};
            }));
    }
    return Receipt{fmt::format("Accepted {} {}.", input.ids.size(), input.ids.size() == 1 ? "entry" : "entries"),
                   input.ids.size() == 1 ? std::optional(input.ids.front()) : std::nullopt};
}

}  // namespace

Command accept_review() {
    return make_command<AcceptReview, run>("review accept", "Let new entries be used.", "ids", Access::person);
}

}  // namespace hm
