// Plans: plan create, plan tasks, complete, archive, abandon, and the quick start.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "app/session/phase_course.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "app/work/task_noun.h"
#include "domain/artifact.h"
#include "domain/lifecycles.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "store/queries/anchor.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {

// The plan that a command without a plan's id means, and the phase that new work goes to.

// The plan of that id; without one the plan the read-head is at, or the only one that is open.
Result<Plan> plan_meant(const std::optional<Id>& id, const CommandContext& context);

// Refuses a plan that takes no more work.
Result<void> check_is_open(const Plan& plan);

// The phase of that title or id, made when there is none; without a title the last one that is open.
Result<Phase> phase_meant(const Plan& plan, const std::optional<Title>& title, const CommandContext& context);

// What becomes of a plan's documents when the plan is over: they are over with it, so that nothing of it is taken for
// what still holds.

// Those in use get the status: abandoned ones leave the context and stay in the store. Answers how many.
Result<std::size_t> end_documents(const Plan& plan, ArtifactStatus status, const CommandContext& context);

// plan abandon: gives a plan up, with its open tasks. After a while it leaves the context; it stays in the store.

namespace {

struct AbandonPlan {
    std::optional<Id> id;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &AbandonPlan::id, "The plan; without it, the one you are at."));
        visit(field("reason", &AbandonPlan::reason, "Why; kept as a remark on the plan."));
    }
};

constexpr std::int64_t most_abandoned_tasks = 100'000;

// Answers the tasks of other plans that waited for one of these.
Result<std::vector<std::string>> abandon_tasks(const Plan& plan, const CommandContext& context, std::size_t& count) {
    HM_TRY_ASSIGN(std::vector<Task> tasks,
                  tasks_of_plan(context.connection(), plan.id, most_abandoned_tasks, context.bad));
    std::vector<Task> given_up;
    for (Task& task : tasks) {
        if (is_ended(task.status)) continue;
        HM_TRY(check_is_own(task, context.actor, "Abandoning the plan, and with it"));
        HM_TRY(end_task(task, TaskStatus::abandoned, context));
        given_up.push_back(std::move(task));
    }
    count = given_up.size();
    std::vector<std::string> waiting;
    for (Task& task : given_up) {
        HM_TRY_ASSIGN(const auto lines, leave_if_chain_breaks(task, context));
        for (const std::string& line : lines) {
            if (waiting.size() < 6) waiting.push_back(line);
        }
    }
    return waiting;
}

Result<Receipt> run(const AbandonPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Abandoning a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    HM_TRY(move_to(plan, PlanStatus::abandoned, context.now));
    HM_TRY(update(context.transaction, plan));
    std::size_t count = 0;
    HM_TRY_ASSIGN(const auto waiting, abandon_tasks(plan, context, count));
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    for (Phase& phase : phases) {
        if (phase.status == PhaseStatus::completed || phase.status == PhaseStatus::abandoned) continue;
        HM_TRY(move_to(phase, PhaseStatus::abandoned, context.now));
        HM_TRY(update(context.transaction, phase));
    }
    HM_TRY_ASSIGN(const std::size_t documents, end_documents(plan, ArtifactStatus::abandoned, context));
    HM_TRY(keep_reason(plan.id, "Abandoned", input.reason, context));
    Receipt receipt{
        fmt::format("Abandoned the plan \"{}\" with {} open {}. It leaves the context in {}.", plan.title.view(), count,
                    count == 1 ? "task" : "tasks", to_text(context.settings.abandoned_leaves_after)),
        plan.id, std::nullopt};
    receipt.details["reason"] = input.reason.str();
    if (documents > 0) receipt.details["documents_abandoned"] = documents;
    if (!waiting.empty()) receipt.details["still_waiting"] = lines_of(waiting);
    return receipt;
}

}  // namespace

Command abandon_plan() {
    return make_command<AbandonPlan, run>("plan abandon", "Give a plan up, with its open tasks.", "reason");
}

// plan complete, archive: a plan whose tasks are over is reached, and put away.

namespace {

struct EndPlan {
    std::optional<Id> id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &EndPlan::id, "The plan; without it, the one you are at."));
    }
};

constexpr std::int64_t most_tasks = 10'000;

Result<void> check_tasks_are_over(const Plan& plan, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::int64_t open, count_open_tasks(context.connection(), plan.id));
    if (open == 0) return {};
    Error error{ErrorCode::conflict,
                fmt::format("The plan \"{}\" is not reached.", plan.title.view()),
                "Complete its tasks, or abandon them or the plan.",
                fmt::format("{} of its tasks {} not over.", open, open == 1 ? "is" : "are"),
                {}};
    HM_TRY_ASSIGN(const auto rows, task_rows_of_plan(context.connection(), plan.id, most_tasks));
    for (const TaskRow& row : rows) {
        const bool is_open = row.status == "planned" || row.status == "active" || row.status == "review";
        if (is_open && error.evidence.size() < 5)
            error.evidence.push_back(fmt::format("{} {}: {}", row.id.text(), row.name, row.status));
    }
    return fail(std::move(error));
}

Result<void> complete(Plan& plan, const CommandContext& context) {
    HM_TRY(check_tasks_are_over(plan, context));
    if (plan.status == PlanStatus::draft) {
        HM_TRY(move_to(plan, PlanStatus::active, context.now));
        HM_TRY(update(context.transaction, plan));
    }
    HM_TRY(move_to(plan, PlanStatus::completed, context.now));
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    for (Phase& phase : phases) {
        if (phase.status != PhaseStatus::active) continue;
        HM_TRY(move_to(phase, PhaseStatus::completed, context.now));
        HM_TRY(update(context.transaction, phase));
    }
    HM_TRY(end_documents(plan, ArtifactStatus::completed, context));
    return {};
}

Result<Receipt> run_complete(const EndPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Completing a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    HM_TRY(complete(plan, context));
    HM_TRY(update(context.transaction, plan));
    return Receipt{fmt::format("Completed the plan \"{}\".", plan.title.view()), plan.id, std::nullopt};
}

Result<Receipt> run_archive(const EndPlan& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Archiving a plan", context));
    HM_TRY_ASSIGN(Plan plan, plan_meant(input.id, context));
    if (plan.status == PlanStatus::active || plan.status == PlanStatus::draft) {
        HM_TRY(complete(plan, context));
        HM_TRY(update(context.transaction, plan));
    }
    HM_TRY(move_to(plan, PlanStatus::archived, context.now));
    HM_TRY(update(context.transaction, plan));
    HM_TRY(read_heads_off(plan, context.transaction, context.now, context.bad));
    return Receipt{fmt::format("Archived the plan \"{}\".", plan.title.view()), plan.id, std::nullopt};
}

}  // namespace

Command complete_plan() {
    return make_command<EndPlan, run_complete>("plan complete", "Say that a plan is reached; its tasks are over.",
                                               "id");
}

Command archive_plan() {
    return make_command<EndPlan, run_archive>("plan archive", "Put a plan away that is reached.", "id");
}

// plan plan-tasks: adds a list of tasks to a plan in one call, with what they wait for and what they may touch.

namespace {

struct PlanTasks {
    std::optional<Id> plan_id;
    std::optional<Title> title;
    std::optional<Paragraph> intent;
    std::optional<Title> phase;
    std::vector<TaskDraft> tasks;

    static constexpr void fields(auto&& visit) {
        visit(field("plan_id", &PlanTasks::plan_id, "The plan; without it, the one you are at."));
        visit(field("title", &PlanTasks::title, "Make a plan of this title for them, instead of naming one."));
        visit(field("intent", &PlanTasks::intent, "Why the new plan is wanted."));
        visit(field("phase", &PlanTasks::phase, "Phase they belong to, by title; a new title makes a phase."));
        visit(field("tasks", &PlanTasks::tasks, "The tasks, in any order."));
    }
};

// The plan that is named, or a new one of that title.
Result<Plan> plan_for_tasks(const PlanTasks& input, const CommandContext& context) {
    if (!input.title) return plan_meant(input.plan_id, context);
    HM_TRY_ASSIGN(const Acting who, acting(context));
    Plan plan;
    HM_TRY(context.begin(plan));
    plan.title = *input.title;
    plan.intent = input.intent;
    plan.owned_by = who.name;
    HM_TRY(insert(context.transaction, plan));
    HM_TRY(read_head_to(plan, context));
    return plan;
}

Result<Receipt> run(const PlanTasks& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Planning", context));
    if (input.title && input.plan_id) {
        return fail(ErrorCode::invalid_input, "The tasks cannot go both into a plan that is there and into a new one.",
                    "Give either plan_id or title.");
    }
    if (input.tasks.empty()) {
        return fail(ErrorCode::invalid_input, "No tasks were given.",
                    "Give a list: {\"tasks\":[{\"name\":\"…\",\"expected_output\":\"…\"}]}.");
    }
    HM_TRY_ASSIGN(const Plan plan, plan_for_tasks(input, context));
    HM_TRY(check_is_open(plan));
    HM_TRY_ASSIGN(const Phase phase, phase_meant(plan, input.phase, context));
    HM_TRY_ASSIGN(const std::vector<Task> tasks, make_drafted(input.tasks, plan, phase, context));
    Receipt receipt{
        fmt::format("Planned {} {} in \"{}\".", tasks.size(), tasks.size() == 1 ? "task" : "tasks", plan.title.view()),
        plan.id, std::nullopt};
    receipt.details["phase_id"] = phase.id.text();
    std::vector<std::string> lines;
    for (const Task& task : tasks) lines.push_back(fmt::format("{} {}", task.id.text(), task.name.view()));
    receipt.details["tasks"] = lines_of(lines);
    return receipt;
}

}  // namespace

Command plan_tasks() {
    return make_command<PlanTasks, run>("plan plan-tasks", "Add tasks to a plan, with their order.", "plan_id");
}

// plan quick-start: everything needed to begin in one call: a plan, its phase, its first task, started.

namespace {

struct QuickStart {
    Title name;
    std::optional<Title> title;
    std::optional<Paragraph> intent;
    std::optional<Paragraph> expected_output;
    std::optional<PlanCategory> category;
    std::vector<Sentence> acceptance;
    std::vector<FilePath> allowed_paths;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &QuickStart::name, "What is to be done first, in a few words."));
        visit(field("title", &QuickStart::title, "What the plan is called; without it, as its first task."));
        visit(same_as(&Plan::intent, &QuickStart::intent));
        visit(same_as(&Task::expected_output, &QuickStart::expected_output));
        visit(same_as(&Plan::category, &QuickStart::category));
        visit(same_as(&Plan::acceptance, &QuickStart::acceptance));
        visit(same_as(&Task::allowed_paths, &QuickStart::allowed_paths));
    }
};

Result<Plan> make_plan(const QuickStart& input, const Acting& who, const CommandContext& context) {
    Plan plan;
    HM_TRY(context.begin(plan));
    plan.title = input.title.value_or(input.name);
    plan.intent = input.intent;
    plan.category = input.category.value_or(plan.category);
    plan.acceptance = input.acceptance;
    plan.owned_by = who.name;
    HM_TRY(insert(context.transaction, plan));
    return plan;
}

Result<Receipt> run(const QuickStart& input, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Planning", context));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    HM_TRY_ASSIGN(const Plan plan, make_plan(input, who, context));
    HM_TRY(read_head_to(plan, context));
    HM_TRY_ASSIGN(const Phase phase, phase_meant(plan, std::nullopt, context));
    Task task;
    HM_TRY(context.begin(task));
    task.name = input.name;
    task.parent_phase_id = phase.id;
    task.expected_output = input.expected_output;
    task.allowed_paths = input.allowed_paths;
    HM_TRY(settle_patterns(task.allowed_paths, context));
    HM_TRY(insert(context.transaction, task));
    HM_TRY(begin_task(task, context));
    Receipt receipt{fmt::format("Started \"{}\" in the new plan \"{}\". Writes now belong to it.", task.name.view(),
                                plan.title.view()),
                    task.id, task.id};
    receipt.details["plan_id"] = plan.id.text();
    receipt.details["phase_id"] = phase.id.text();
    return receipt;
}

}  // namespace

Command quick_start() {
    return make_command<QuickStart, run>("plan quick-start", "Begin at once: a plan, its first task, started.", "name");
}

namespace {

constexpr std::int64_t most_shown = 8;

Result<Plan> require_plan(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto plan, find<Plan>(context.connection(), id, context.bad));
    if (plan) return std::move(*plan);
    return fail(ErrorCode::not_found, fmt::format("No plan {}.", id.text()), "Use an id from `hivemind plan list`.");
}

bool is_over(const Phase& phase) {
    return phase.status == PhaseStatus::completed || phase.status == PhaseStatus::abandoned;
}

Result<Phase> new_phase(const Plan& plan, Title title, std::int64_t position, const CommandContext& context) {
    Phase phase;
    HM_TRY(context.begin(phase));
    phase.parent_plan_id = plan.id;
    phase.title = std::move(title);
    phase.position = position;
    HM_TRY(insert(context.transaction, phase));
    return phase;
}

}  // namespace

Result<Plan> plan_meant(const std::optional<Id>& id, const CommandContext& context) {
    if (id) return require_plan(*id, context);
    HM_TRY_ASSIGN(const auto head, read_head_of(context.connection(), context.actor.session_id, context.bad));
    if (head && head->active_plan_id) return require_plan(*head->active_plan_id, context);
    HM_TRY_ASSIGN(std::vector<Plan> open, open_plans(context.connection(), most_shown, context.bad));
    if (open.size() == 1) return std::move(open.front());
    Error error{open.empty() ? ErrorCode::not_found : ErrorCode::conflict,
                open.empty() ? "No plan is open." : "More than one plan is open.",
                open.empty() ? "Make one: govern_plan create or quick_start, `hivemind plan create \"…\"`."
                             : "Name the plan by its id.",
                open.empty() ? "Nothing was planned yet." : "Which one is meant cannot be told.",
                {}};
    for (const Plan& plan : open) error.evidence.push_back(fmt::format("{} {}", plan.id.text(), plan.title.view()));
    return fail(std::move(error));
}

Result<void> check_is_open(const Plan& plan) {
    if (!plan.archived_at && (plan.status == PlanStatus::draft || plan.status == PlanStatus::active)) return {};
    return fail(
        Error{ErrorCode::conflict,
              fmt::format("The plan \"{}\" takes no more work.", plan.title.view()),
              "Plan it in another one, or ask the person to take this one up again.",
              "It is over.",
              {fmt::format("plan {} is {}", plan.id.text(), plan.archived_at ? "out of use" : name_of(plan.status))}});
}

Result<Phase> phase_meant(const Plan& plan, const std::optional<Title>& title, const CommandContext& context) {
    HM_TRY_ASSIGN(std::vector<Phase> phases, phases_of(context.connection(), plan.id, context.bad));
    const std::int64_t next = phases.empty() ? 0 : phases.back().position + 1;
    if (!title) {
        for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase) {
            if (!is_over(*phase)) return std::move(*phase);
        }
        if (!phases.empty() && phases.back().status == PhaseStatus::completed) {
            HM_TRY(reopen_phase(phases.back(), context));
            return std::move(phases.back());
        }
        HM_TRY_ASSIGN(Title usual, Title::make("Work"));
        return new_phase(plan, std::move(usual), next, context);
    }
    for (Phase& phase : phases) {
        if (phase.title != *title && phase.id.text() != title->view()) continue;
        HM_TRY(reopen_phase(phase, context));
        if (!is_over(phase)) return std::move(phase);
        return fail(ErrorCode::conflict, fmt::format("The phase \"{}\" takes no more work.", phase.title.view()),
                    "Name another phase, or a new one.", fmt::format("It is {}.", name_of(phase.status)));
    }
    return new_phase(plan, *title, next, context);
}

Result<std::size_t> end_documents(const Plan& plan, ArtifactStatus status, const CommandContext& context) {
    constexpr std::int64_t most_documents = 10'000;
    HM_TRY_ASSIGN(auto documents, active_artifacts_of(context.connection(), plan.id, most_documents, context.bad));
    for (Artifact& artifact : documents) {
        HM_TRY(move_to(artifact, status, context.now));
        if (status == ArtifactStatus::completed && !artifact.implemented_at) artifact.implemented_at = context.now;
        artifact.modified_at = context.now;
        HM_TRY(update(context.transaction, artifact));
    }
    return documents.size();
}

// plan: what people and agents can do to every plan.

namespace {

Result<void> own_it(Plan& plan, const CommandContext& context) {
    HM_TRY(check_role_may(&Role::plan, "Planning", context));
    if (plan.owned_by) return {};
    HM_TRY_ASSIGN(const Acting who, acting(context));
    plan.owned_by = who.name;
    return {};
}

// What a session plans next belongs to the plan that it just made.
Result<Receipt> create(const json::value& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Receipt receipt, (in_order<run_create<Plan, own_it>>(input, context)));
    if (!context.actor.session_id) return receipt;
    HM_TRY_ASSIGN(const Plan plan, require_record<Plan>(context, *receipt.id));
    HM_TRY(read_head_to(plan, context));
    return receipt;
}

}  // namespace

std::vector<Command> plan_commands() {
    return {
        with_run(create_noun<Plan>("plan create", "Set down an aim and what counts as reaching it.", "title"), create),
        loosening(with_run(change_noun<Plan>("plan change", "Change a plan, its status included.", Access::person),
                           in_order<run_change<Plan, no_rule<Plan>, StatusChange::by_change>>)),
        remove_noun<Plan>("plan remove", "Take a plan out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
