// decision: technical questions and what was chosen.
#include "app/work/decision.h"

#include <algorithm>
#include <array>

#include "app/command/noun_commands.h"
#include "app/memory/learn.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "app/work/task_noun.h"
#include "base/strings.h"
#include "domain/task.h"
#include "store/files/read_files.h"
#include "view/project_text.h"

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

struct AddDecision {
    Sentence question;
    std::vector<Sentence> options;
    std::optional<Sentence> choice;
    std::vector<Sentence> evidence;
    std::vector<Id> depends_on;
    std::optional<Id> supersedes;
    std::vector<Id> task_ids;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Decision::question, &AddDecision::question));
        visit(same_as(&Decision::options, &AddDecision::options));
        visit(same_as(&Decision::choice, &AddDecision::choice));
        visit(same_as(&Decision::evidence, &AddDecision::evidence));
        visit(same_as(&Decision::depends_on, &AddDecision::depends_on));
        visit(same_as(&Decision::supersedes, &AddDecision::supersedes));
        visit(field("task_ids", &AddDecision::task_ids, "Tasks that wait for the answer."));
    }
};

// The tasks that waited for the decision it replaces wait for this one from now on.
Result<void> take_place(const Decision& decision, const CommandContext& context) {
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
    return {};
}

Result<void> hold_back(const Id& task_id, const Decision& decision, const CommandContext& context) {
    HM_TRY_ASSIGN(Task task, require_task(context.connection(), task_id, context.bad));
    HM_TRY(check_is_own(task, context.actor, "Holding back"));
    if (is_ended(task.status)) {
        return fail(ErrorCode::conflict, fmt::format("Task {} has ended.", task_id.text()),
                    "Name a task that is not over.", "What is over waits for nothing.");
    }
    auto& waits_for = task.tech_decision_ids;
    if (std::find(waits_for.begin(), waits_for.end(), decision.id) != waits_for.end()) return {};
    waits_for.push_back(decision.id);
    task.modified_at = context.now;
    return update(context.transaction, task);
}

Result<Receipt> add(const AddDecision& input, const CommandContext& context) {
    Decision decision;
    HM_TRY(context.begin(decision));
    decision.question = input.question;
    decision.options = input.options;
    decision.choice = input.choice;
    decision.evidence = input.evidence;
    decision.depends_on = input.depends_on;
    decision.supersedes = input.supersedes;
    HM_TRY(insert(context.transaction, decision));
    HM_TRY(check_order(std::array{decision.id}, context));
    if (decision.supersedes) HM_TRY(take_place(decision, context));
    for (const Id& task : input.task_ids) HM_TRY(hold_back(task, decision, context));
    Receipt receipt = receipt_of("Made the", decision);
    if (!input.task_ids.empty()) receipt.details["held_back"] = input.task_ids.size();
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
    const StackComparison comparison = compare_stack(*chosen, load_manifests(context.paths.root));
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
        make_command<AddDecision, add>("decision add",
                                       "Put a technical question; tasks that name it wait for the answer.", "question"),
        make_command<ResolveDecision, resolve>("decision resolve", "Take a decision.", "id choice"),
        with_run(change_noun<Decision>("decision change", "Change a decision, its status included."), change),
        remove_noun<Decision>("decision remove", "Take a decision out of use; it stays in the store.", Access::person),
    };
}

std::vector<StackPackage> load_manifests(const std::filesystem::path& root) {
    constexpr std::size_t longest_manifest = std::size_t{1} << 20U;
    std::vector<StackPackage> found;
    for (const std::string_view name : manifest_names()) {
        const auto text = read_bounded_file(root / name, longest_manifest);
        if (!text || !*text) continue;
        auto packages = read_manifest(name, **text);
        std::move(packages.begin(), packages.end(), std::back_inserter(found));
    }
    return found;
}

Result<std::vector<DecidedPackage>> decisions_not_kept(const std::filesystem::path& root, Connection& connection,
                                                       BadRows& bad) {
    constexpr std::int64_t most_decisions = 100;
    HM_TRY_ASSIGN(auto decisions,
                  list_records<Decision>(connection, {.status = "resolved", .limit = most_decisions}, bad));
    std::vector<DecidedPackage> broken;
    std::optional<std::vector<StackPackage>> found;
    for (Decision& decision : decisions) {
        const auto chosen = decision.choice ? package_chosen(decision.choice->view()) : std::nullopt;
        if (!chosen) continue;
        if (!found) found = load_manifests(root);
        StackComparison comparison = compare_stack(*chosen, *found);
        if (comparison.agreement == StackAgreement::agrees) continue;
        broken.push_back({std::move(decision), *chosen, std::move(comparison)});
    }
    return broken;
}

}  // namespace hm
