// hierarchy prune: folds completed branches up. Each leaves one line of summary as a comment on its plan; its records
// leave the tree and stay in the store.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/facts/load_session_tree.h"
#include "app/session/session_meant.h"
#include "domain/comment.h"

namespace hm {
namespace {

struct PruneHierarchy {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &PruneHierarchy::session, "Id or stamp of the session whose tree is meant."));
    }
};

template <class Record>
Result<bool> take_out(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto record, find<Record>(context.connection(), id, context.bad));
    if (!record) return false;
    record->archived_at = context.now;
    record->modified_at = context.now;
    HM_TRY(update(context.transaction, *record));
    return true;
}

Result<std::int64_t> fold_up(const TreeNode& branch, const CommandContext& context) {
    std::int64_t folded = 0;
    for (const TreeNode& child : branch.children) {
        HM_TRY_ASSIGN(const std::int64_t below, fold_up(child, context));
        folded += below;
    }
    HM_TRY_ASSIGN(const bool is_out, branch.level == TreeLevel::tactic ? take_out<Phase>(branch.id, context)
                                                                       : take_out<Task>(branch.id, context));
    return folded + (is_out ? 1 : 0);
}

Result<void> keep_summary(const Id& plan_id, const std::string& text, const CommandContext& context) {
    Comment comment;
    HM_TRY(context.begin(comment));
    comment.on_id = plan_id;
    HM_TRY_ASSIGN(comment.text, Paragraph::make(shorten(text, Paragraph::max_characters)));
    HM_TRY_ASSIGN(comment.author, Word::make("hivemind"));
    comment.read_at = context.now;  // nobody needs to be told of it
    return insert(context.transaction, comment);
}

Result<Receipt> run(const PruneHierarchy& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto session,
                  session_meant_if_any(input.session, context.actor, context.connection(), context.bad));
    const std::optional<Id> id = session ? std::optional(session->id) : std::nullopt;
    HM_TRY_ASSIGN(const TreeFacts facts, load_session_tree(context.connection(), id, context.bad));
    const SessionTree tree = make_tree(facts);
    std::int64_t folded = 0;
    std::string summary = "Folded up:";
    const auto branches = completed_branches(tree);
    for (const TreeNode* branch : branches) {
        // Where the read-head is stays in sight.
        if (branch->name == tree.cursor) continue;
        HM_TRY_ASSIGN(const std::int64_t below, fold_up(*branch, context));
        folded += below;
        summary += "\n- " + summary_of(*branch);
    }
    if (folded == 0) return Receipt{"There is no completed branch to fold up."};
    HM_TRY(keep_summary(facts.plan->id, summary, context));
    return Receipt{
        fmt::format("Folded up {} completed branches, {} records; they stay in the store.", branches.size(), folded),
        facts.plan->id};
}

}  // namespace

Command prune_hierarchy() {
    return make_command<PruneHierarchy, run>("hierarchy prune", "Fold completed branches of the tree up.", "session");
}

}  // namespace hm
