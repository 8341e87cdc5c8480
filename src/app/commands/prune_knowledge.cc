// knowledge prune: takes entries out of use that nobody confirmed for so long that nothing of their confidence is left,
// or that were replaced. They stay in the store.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/list_limit.h"
#include "domain/knowledge.h"
#include "store/sql/knowledge.h"
#include "store/sql/past_date.h"
#include "store/sql/search.h"

namespace hm {
namespace {

struct PruneKnowledge {
    std::optional<std::int64_t> below;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("below", &PruneKnowledge::below,
                    "Those whose confidence fell below this, 0 to 100; 10 when left out."));
        visit(field("dry_run", &PruneKnowledge::dry_run, "Only show which."));
    }
};

Result<Receipt> run(const PruneKnowledge& input, const CommandContext& context) {
    constexpr std::int64_t usual_bound = 10;
    const std::int64_t below = std::clamp<std::int64_t>(input.below.value_or(usual_bound), 0, 100);
    HM_TRY_ASSIGN(const auto stale,
                  knowledge_past_date(context.connection(), context.now, largest_list_limit, context.bad));
    json::array taken;
    for (Knowledge entry : stale) {
        HM_TRY_ASSIGN(const auto newer, replacement_of_knowledge(context.connection(), entry.id));
        if (confidence_at(entry, context.now) >= below && !newer) continue;
        entry.archived_at = context.now;
        entry.modified_at = context.now;
        HM_TRY(update(context.transaction, entry));
        if (taken.size() < usual_list_limit) taken.emplace_back(entry.id.text());
    }
    Receipt receipt{fmt::format("{} {} out of use; nothing is lost.", input.dry_run ? "Would take" : "Took",
                                taken.size() == 1 ? "1 entry" : fmt::format("{} entries", taken.size())),
                    std::nullopt};
    receipt.details["entries"] = std::move(taken);
    context.afterwards.roll_back = input.dry_run;
    return receipt;
}

}  // namespace

Command prune_knowledge() {
    return make_command<PruneKnowledge, run>("knowledge prune", "Take entries out of use whose confidence is gone.");
}

}  // namespace hm
