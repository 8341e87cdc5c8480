// knowledge learn: takes in what the newest git commits tell, one entry each, each commit once. The bus brings them
// along (app/brought_along.h); by itself the command knows of none.
#include "app/commands/commands.h"
#include "app/learn.h"

namespace hm {
namespace {

struct LearnKnowledge {
    static constexpr void fields(auto&&) {}
};

Result<Receipt> run(const LearnKnowledge&, const CommandContext& context) {
    HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits({{}, "No commits were brought along."}, context));
    return learnt_receipt(learnt);
}

}  // namespace

Command learn_knowledge() {
    return make_command<LearnKnowledge, run>("knowledge learn", "Take in what the newest git commits tell.");
}

}  // namespace hm
