// knowledge learn: takes in what the newest git commits tell, one entry each, each commit once.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/learn.h"

namespace hm {
namespace {

struct LearnKnowledge {
    static constexpr void fields(auto&&) {}
};

Result<Receipt> run(const LearnKnowledge&, const CommandContext& context) {
    HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits(context));
    Receipt receipt{
        fmt::format("Learnt from {} {}.", learnt.entries.size(), learnt.entries.size() == 1 ? "commit" : "commits"),
        std::nullopt};
    json::array entries;
    for (const Id& id : learnt.entries) entries.emplace_back(id.text());
    receipt.details["entries"] = std::move(entries);
    if (!learnt.note.empty()) receipt.details["note"] = learnt.note;
    return receipt;
}

}  // namespace

Command learn_knowledge() {
    return make_command<LearnKnowledge, run>("knowledge learn", "Take in what the newest git commits tell.");
}

}  // namespace hm
