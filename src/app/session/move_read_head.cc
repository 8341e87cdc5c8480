#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/session/phase_course.h"
#include "app/session/read_head.h"
#include "app/session/session_meant.h"
#include "app/session/tree.h"
#include "domain/fingerprints.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/signal.h"
#include "domain/task.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {
namespace {

constexpr std::int64_t most_of_a_plan = 1000;

PlanCategory category_of(SessionMode mode) {
    switch (mode) {
        case SessionMode::quick_fix: return PlanCategory::maintenance;
        case SessionMode::exploration: return PlanCategory::research;
        case SessionMode::plan_driven: break;
    }
    return PlanCategory::development;
}

Result<void> note_turn(std::string summary, const std::optional<Paragraph>& reason, const Session& session,
                       const CommandContext& context) {
    TurningPoint point;
    HM_TRY(context.begin(point));
    point.session_id = session.id;
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(context.connection(), session.id));
    point.turn = counters.turn_count;
    HM_TRY_ASSIGN(point.summary, Sentence::make(shorten(summary, Sentence::max_characters)));
    point.reason = reason;
    return insert(context.transaction, point);
}

Result<Phase> begin_phase(const Title& title, const Id& plan_id, const std::vector<Phase>& others,
                          const CommandContext& context) {
    Phase phase;
    HM_TRY(context.begin(phase));
    phase.parent_plan_id = plan_id;
    phase.title = title;
    phase.status = PhaseStatus::active;
    for (const Phase& other : others) phase.position = std::max(phase.position, other.position + 1);
    HM_TRY(insert(context.transaction, phase));
    return phase;
}

// A phase that is left is put back, or completed when nothing in it is left to do.
Result<void> leave_phase(const Id& phase_id, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Phase> phase, find<Phase>(context.connection(), phase_id, context.bad));
    if (!phase || phase->status != PhaseStatus::active) return {};
    HM_TRY_ASSIGN(const auto tasks,
                  list_records<Task>(context.connection(), {.of = phase_id, .limit = most_of_a_plan}, context.bad));
    const bool is_done = !tasks.empty() && std::ranges::all_of(tasks, [](const Task& t) { return is_ended(t.status); });
    HM_TRY(move_to(*phase, is_done ? PhaseStatus::completed : PhaseStatus::planned, context.now));
    phase->modified_at = context.now;
    return update(context.transaction, *phase);
}

Result<void> need_plan(const Session& session, const Title& content, Trajectory& head, const CommandContext& context) {
    if (head.active_plan_id) return {};
    HM_TRY(begin_plan(content, session.mode, head, context));
    return {};
}

Result<Phase> phase_of_head(const Session& session, Trajectory& head, const CommandContext& context) {
    if (head.active_phase_id) {
        HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *head.active_phase_id, context.bad));
        if (phase && phase->status != PhaseStatus::abandoned) return std::move(*phase);
    }
    HM_TRY_ASSIGN(const Title title, Title::make("Work"));
    HM_TRY(declare_tactic({title, TreeStatus::active, std::nullopt}, session, head, context));
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *head.active_phase_id, context.bad));
    HM_ASSERT(phase.has_value());
    return std::move(*phase);
}

Result<std::optional<Task>> open_task_named(const Title& name, const Id& phase_id, const CommandContext& context) {
    HM_TRY_ASSIGN(auto tasks,
                  list_records<Task>(context.connection(), {.of = phase_id, .limit = most_of_a_plan}, context.bad));
    for (Task& task : tasks) {
        if (task.parent_phase_id == phase_id && task.name == name && !is_ended(task.status)) return std::move(task);
    }
    return std::nullopt;
}

// One thing at a time: what the read-head was at goes back to the list, still there.
Result<void> put_back_others(const Id& but, Trajectory& head, const CommandContext& context) {
    for (const Id& id : head.active_task_ids) {
        HM_TRY_ASSIGN(std::optional<Task> task, find<Task>(context.connection(), id, context.bad));
        if (!task || task->id == but || task->status != TaskStatus::active) continue;
        HM_TRY(move_to(*task, TaskStatus::planned, context.now));
        task->modified_at = context.now;
        HM_TRY(update(context.transaction, *task));
    }
    head.active_task_ids.clear();
    return {};
}

Result<Receipt> run_entry(std::string_view name, json::object input, const CommandContext& context) {
    const Command* command = find_command(name);
    HM_ASSERT(command != nullptr);
    return command->run(input, context);
}

}  // namespace

Result<Trajectory> own_read_head(const Session& session, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Trajectory> own, read_head_of(context.connection(), session.id, context.bad));
    if (own) return std::move(*own);
    HM_TRY_ASSIGN(const std::optional<Trajectory> above, read_head_for(context.connection(), session.id, context.bad));
    Trajectory head;
    if (above) head = *above;
    HM_TRY(context.begin(head));
    head.session_id = session.id;
    head.active_task_ids.clear();
    HM_TRY(insert(context.transaction, head));
    return head;
}

Result<std::optional<Id>> phase_of_new_work(const CommandContext& context) {
    const std::optional<Id> nowhere;
    Connection& connection = context.connection();
    HM_TRY_ASSIGN(const auto session, session_meant_if_any(std::nullopt, context.actor, connection, context.bad));
    // What a person begins is no part of what an agent was started for.
    if (!session || (!context.actor.session_id && session->client.view() != person_client)) return nowhere;
    HM_TRY_ASSIGN(std::optional<Trajectory> head, read_head_of(connection, session->id, context.bad));
    if (!head || !head->intent || !head->active_plan_id) return nowhere;
    HM_TRY_ASSIGN(const auto plan, find<Plan>(connection, *head->active_plan_id, context.bad));
    if (!plan || plan->status != PlanStatus::active) return nowhere;
    HM_TRY_ASSIGN(const Phase phase, phase_of_head(*session, *head, context));
    head->modified_at = context.now;
    HM_TRY(update(context.transaction, *head));
    return phase.id;
}

Result<Plan> begin_plan(const Title& title, SessionMode mode, Trajectory& head, const CommandContext& context) {
    Plan plan;
    HM_TRY(context.begin(plan));
    plan.title = title;
    plan.category = category_of(mode);
    plan.status = PlanStatus::active;
    HM_TRY(insert(context.transaction, plan));
    head.active_plan_id = plan.id;
    head.active_phase_id.reset();
    head.active_task_ids.clear();
    return plan;
}

namespace {

// "Fix the bug 3" after "Fix the bug 2" says the same again: what is only counted up is no new step.
std::string without_numbers(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        const bool is_counted = (c >= '0' && c <= '9') || c == '#';
        if (!is_counted) plain += c;
    }
    return plain;
}

}  // namespace

Result<void> count_section(const Session& session, std::string_view content, const CommandContext& context) {
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), session.id));
    const ReadText now = read_text(without_numbers(content));
    const ReadText before = read_text(without_numbers(counters.last_section_content));
    const bool is_similar = !counters.last_section_content.empty() &&
                            (is_same_text(now, before) || similarity(now, before) >= least_similarity);
    begin_section(counters, content, is_similar);
    return save_counters(context.transaction, session.id, counters);
}

Result<Receipt> declare_trajectory(const Move& move, const Session& session, Trajectory& head,
                                   const CommandContext& context) {
    HM_TRY(need_plan(session, move.content, head, context));
    if (move.status == TreeStatus::complete) {
        HM_TRY_ASSIGN(auto plan, find<Plan>(context.connection(), *head.active_plan_id, context.bad));
        if (plan) {
            HM_TRY(move_to(*plan, PlanStatus::completed, context.now));
            plan->modified_at = context.now;
            HM_TRY(update(context.transaction, *plan));
        }
        return Receipt{"Completed the trajectory.", head.active_plan_id};
    }
    const std::string before = head.intent ? head.intent->str() : std::string();
    HM_TRY_ASSIGN(head.intent, Paragraph::make(move.content.str()));
    if (before == move.content.view()) return Receipt{"The trajectory stays as it is.", head.active_plan_id};
    head.intent_shift_stamp = make_stamp(local_minute(context.now), 0);
    if (!before.empty()) {
        HM_TRY(note_turn(fmt::format("Trajectory changed from \"{}\" to \"{}\"", shorten(before, 200),
                                     shorten(move.content.view(), 200)),
                         move.reason, session, context));
    }
    return Receipt{before.empty() ? "Declared the trajectory."
                                  : "Changed the trajectory; the old one is kept as a "
                                    "turning point.",
                   head.active_plan_id};
}

Result<Receipt> declare_tactic(const Move& move, const Session& session, Trajectory& head,
                               const CommandContext& context) {
    HM_TRY(need_plan(session, move.content, head, context));
    HM_TRY_ASSIGN(
        const auto phases,
        list_records<Phase>(context.connection(), {.of = head.active_plan_id, .limit = most_of_a_plan}, context.bad));
    std::optional<Phase> phase;
    for (const Phase& each : phases) {
        if (each.title == move.content && each.status != PhaseStatus::abandoned) phase = each;
    }
    const bool is_new = !phase;
    if (is_new) {
        HM_TRY_ASSIGN(phase, begin_phase(move.content, *head.active_plan_id, phases, context));
    } else if (phase->status != PhaseStatus::active) {
        HM_TRY(move_to(*phase, PhaseStatus::active, context.now));
        phase->modified_at = context.now;
        HM_TRY(update(context.transaction, *phase));
    }
    if (head.active_phase_id && *head.active_phase_id != phase->id) {
        HM_TRY(put_back_others(Id(), head, context));
        HM_TRY(leave_phase(*head.active_phase_id, context));
    }
    head.active_phase_id = phase->id;
    if (move.status == TreeStatus::complete) {
        HM_TRY(move_to(*phase, PhaseStatus::completed, context.now));
        phase->modified_at = context.now;
        HM_TRY(update(context.transaction, *phase));
        head.active_phase_id.reset();
        return Receipt{fmt::format("Completed the tactic \"{}\".", phase->title.view()), phase->id};
    }
    return Receipt{fmt::format("{} the tactic \"{}\".", is_new ? "Declared" : "Went back to", phase->title.view()),
                   phase->id};
}

Result<Receipt> declare_action(const Move& move, const Session& session, Trajectory& head,
                               const CommandContext& context) {
    HM_TRY(need_plan(session, move.content, head, context));
    HM_TRY_ASSIGN(const Phase phase, phase_of_head(session, head, context));
    HM_TRY_ASSIGN(std::optional<Task> task, open_task_named(move.content, phase.id, context));
    if (!task) {
        task.emplace();
        HM_TRY(context.begin(*task));
        task->name = move.content;
        task->parent_phase_id = phase.id;
        HM_TRY(insert(context.transaction, *task));
        HM_TRY(reopen_phase_of(*task, context));
    }
    if (move.status == TreeStatus::pending || move.status == TreeStatus::blocked) {
        if (task->status == TaskStatus::active) {
            HM_TRY(move_to(*task, TaskStatus::planned, context.now));
            task->modified_at = context.now;
            HM_TRY(update(context.transaction, *task));
        }
        return Receipt{fmt::format("The action \"{}\" waits in the list.", task->name.view()), task->id, task->id};
    }
    HM_TRY(put_back_others(task->id, head, context));
    if (task->status != TaskStatus::active) {
        HM_TRY(run_entry("task start", {{"id", task->id.text()}}, context));
    }
    if (move.status == TreeStatus::complete) {
        json::object input{{"id", task->id.text()}};
        if (move.reason) input["evidence"] = move.reason->view();
        return run_entry("task complete", std::move(input), context);  // it may ask for more to show
    }
    head.active_task_ids = {task->id};
    return Receipt{fmt::format("Declared the action \"{}\". Writes now belong to it.", task->name.view()), task->id,
                   task->id};
}

namespace {

Result<void> move_with_event(Phase& phase, PhaseStatus to, std::string_view kind, const CommandContext& context) {
    HM_TRY(move_to(phase, to, context.now));
    HM_TRY(update(context.transaction, phase));
    Event event = new_event(kind, fmt::format("The phase \"{}\" is {} now", phase.title.view(), name_of(to)),
                            context.actor, context.now, context.ids);
    event.subject_id = phase.id;
    HM_TRY(append_event(context.transaction, std::move(event)));
    return {};
}

}  // namespace

Result<std::optional<std::string>> complete_phase_after(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id) return std::nullopt;
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (!phase || phase->status != PhaseStatus::active) return std::nullopt;
    HM_TRY_ASSIGN(const bool has_open, has_open_task(context.connection(), phase->id));
    if (has_open) return std::nullopt;
    HM_TRY(move_with_event(*phase, PhaseStatus::completed, "phase.completed", context));
    return phase->title.str();
}

Result<std::optional<Plan>> plan_reached_by(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id) return std::nullopt;
    HM_TRY_ASSIGN(const auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    if (!phase) return std::nullopt;
    HM_TRY_ASSIGN(auto plan, find<Plan>(context.connection(), phase->parent_plan_id, context.bad));
    if (!plan || plan->status != PlanStatus::active) return std::nullopt;
    HM_TRY_ASSIGN(const std::int64_t open, count_open_tasks(context.connection(), plan->id));
    if (open > 0) return std::nullopt;
    Event event =
        new_event("plan.reached", fmt::format("Nothing of the plan \"{}\" is open any more", plan->title.view()),
                  context.actor, context.now, context.ids);
    event.subject_id = plan->id;
    HM_TRY(append_event(context.transaction, std::move(event)));
    return plan;
}

Result<void> reopen_phase(Phase& phase, const CommandContext& context) {
    if (phase.status != PhaseStatus::completed) return {};
    return move_with_event(phase, PhaseStatus::active, "phase.reopened", context);
}

Result<void> reopen_phase_of(const Task& task, const CommandContext& context) {
    if (!task.parent_phase_id || is_ended(task.status)) return {};
    HM_TRY_ASSIGN(auto phase, find<Phase>(context.connection(), *task.parent_phase_id, context.bad));
    return phase ? reopen_phase(*phase, context) : Result<void>();
}

}  // namespace hm
