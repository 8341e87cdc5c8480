// decision: technical questions and what was chosen.
#include <algorithm>

#include "app/facts/load_stack.h"
#include "app/graph/in_order.h"
#include "app/graph/load_completion.h"
#include "app/learn.h"
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"
#include "base/utf8.h"
#include "view/stack_text.h"

namespace hm {
namespace {

// Whoever names the choice has decided.
Result<void> settle_choice(Decision& decision, const CommandContext& context) {
    if (decision.status != DecisionStatus::resolved) return {};
    if (!decision.choice) {
        return fail(ErrorCode::invalid_input, fmt::format("Decision {} has no choice.", decision.id.text()),
                    "Resolve it with `hivemind decision resolve <id> --choice \"…\"`.");
    }
    if (auto by = Word::make(actor_name(context.actor))) decision.resolved_by = std::move(*by);
    return {};
}

// The tasks that waited for the decision it replaces wait for this one from now on.
Result<Receipt> add(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt, (in_order<run_create<Decision, no_rule<Decision>>>(input, context)));
    HM_TRY_ASSIGN(const Decision decision, require_record<Decision>(context, *receipt.id));
    if (!decision.supersedes) return receipt;
    HM_TRY_ASSIGN(Decision earlier, require_record<Decision>(context, *decision.supersedes));
    if (earlier.status != DecisionStatus::superseded) {
        HM_TRY(move_to(earlier, DecisionStatus::superseded, context.now));
        HM_TRY(update(context.transaction, earlier));
    }
    constexpr std::int64_t all = 100'000;
    HM_TRY_ASSIGN(auto tasks, list_records<Task>(context.connection(), {.of = earlier.id, .limit = all}, context.bad));
    for (Task& task : tasks) {
        std::replace(task.tech_decision_ids.begin(), task.tech_decision_ids.end(), earlier.id, decision.id);
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
    }
    return receipt;
}

struct ResolveDecision {
    Id id;
    Sentence choice;
    std::vector<Sentence> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &ResolveDecision::id, "The decision to take."));
        visit(same_as(&Decision::choice, &ResolveDecision::choice));
        visit(same_as(&Decision::evidence, &ResolveDecision::evidence));
    }
};

KnowledgeType type_of(const Decision& decision) {
    const bool is_of_the_stack = decision.choice && package_chosen(decision.choice->view());
    return is_of_the_stack ? KnowledgeType::tech_stack : KnowledgeType::decision;
}

// What the manifests say of the package that was chosen, if one was: kept as evidence, and said when it differs.
void look_at_manifests(Decision& decision, Receipt& receipt, const CommandContext& context) {
    constexpr std::size_t most_evidence = 100;
    const auto chosen = package_chosen(decision.choice->view());
    if (!chosen) return;
    const StackComparison comparison = compare_stack(*chosen, load_manifests(project_root(context.connection())));
    const std::string words = to_words(*chosen, comparison);
    receipt.details["stack"] = name_of(comparison.agreement);
    receipt.details["found"] = words;
    if (!comparison.found || decision.evidence.size() >= most_evidence) return;
    if (auto line = Sentence::make(shorten(words, Sentence::max_characters))) decision.evidence.push_back(*line);
}

Result<Receipt> resolve(const ResolveDecision& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Decision decision, require_record<Decision>(context, input.id));
    HM_TRY(move_to(decision, DecisionStatus::resolved, context.now));
    decision.choice = input.choice;
    if (!input.evidence.empty()) decision.evidence = input.evidence;
    HM_TRY(settle_choice(decision, context));
    Receipt receipt{fmt::format("Decided: {}", decision.choice->view()), decision.id};
    look_at_manifests(decision, receipt, context);
    HM_TRY(update(context.transaction, decision));
    HM_TRY(learn_from_decision(decision, type_of(decision), context));
    return receipt;
}

Result<Receipt> change(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt,
                  (in_order<run_change<Decision, settle_choice, StatusChange::by_change>>(input, context)));
    HM_TRY_ASSIGN(const Decision decision, require_record<Decision>(context, *receipt.id));
    HM_TRY(learn_from_decision(decision, type_of(decision), context));
    return receipt;
}

}  // namespace

std::vector<Command> decision_commands() {
    return {
        with_run(create_noun<Decision>("decision add",
                                       "Put a technical question; tasks that name it wait for the answer.", "question"),
                 add),
        make_command<ResolveDecision, resolve>("decision resolve", "Take a decision.", "id choice"),
        with_run(change_noun<Decision>("decision change", "Change a decision, its status included."), change),
        remove_noun<Decision>("decision remove", "Take a decision out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
