// session start, update, close, resume, acknowledge, report.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/command/noun_commands.h"
#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/session/session_log.h"
#include "app/session/session_meant.h"
#include "app/session/tree.h"
#include "base/strings.h"
#include "domain/role.h"
#include "domain/session.h"
#include "domain/signal.h"
#include "domain/task.h"
#include "engine/detect/detect.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {

// session start: declares what a session is for, in one call. It gets a plan, a read-head at it, and its file.

namespace {

struct StartSession {
    Title focus;
    std::optional<SessionMode> mode;
    std::optional<Paragraph> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("focus", &StartSession::focus, "What the session is for."));
        visit(field("mode", &StartSession::mode, "How it works; plan_driven when left out."));
        visit(field("reason", &StartSession::reason, "Why, when it turns to something new."));
    }
};

// A person at a terminal has no client that would name the session.
Result<Session> new_session(const CommandContext& context) {
    Session session;
    HM_TRY(context.begin(session));
    HM_TRY_ASSIGN(session.client, Word::make(std::string(person_client)));
    HM_TRY_ASSIGN(session.client_session_id, ClientSessionId::make(session.id.text()));
    HM_TRY_ASSIGN(session.role, Word::make(std::string(solo_role)));
    HM_TRY(insert(context.transaction, session));
    return session;
}

Result<Session> own_session(const CommandContext& context) {
    if (!context.actor.session_id) return new_session(context);
    return session_meant(std::nullopt, context.actor, context.connection(), context.bad);
}

Result<Receipt> run(const StartSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, own_session(context));
    HM_TRY_ASSIGN(Trajectory head, own_read_head(session, context));
    if (head.intent && head.intent->view() == input.focus.view() && head.active_plan_id) {
        return Receipt{fmt::format("Session {} is at \"{}\" already.", session.stamp.view(), input.focus.view()),
                       session.id};
    }
    session.mode = input.mode.value_or(session.mode);
    session.status = SessionStatus::active;
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    head.active_plan_id.reset();
    head.active_phase_id.reset();
    head.active_task_ids.clear();
    HM_TRY(declare_trajectory({input.focus, TreeStatus::active, input.reason}, session, head, context));
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY(count_section(session, input.focus.view(), context));
    return Receipt{
        fmt::format("Session {} is for \"{}\" ({}).", session.stamp.view(), input.focus.view(), name_of(session.mode)),
        session.id,
        std::nullopt,
        {{"stamp", session.stamp.view()}, {"plan_id", head.active_plan_id->text()}}};
}

}  // namespace

Command start_session() {
    return make_command<StartSession, run>("session start", "Declare what a session is for.", "focus");
}

// session update: says where a session is: its trajectory, its tactic, its action. What was declared before stays.

namespace {

struct UpdateSession {
    TreeLevel level = TreeLevel::action;
    Title content;
    std::optional<TreeStatus> status;
    std::optional<Paragraph> reason;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("level", &UpdateSession::level, "trajectory: the aim; tactic: the way; action: the step."));
        visit(field("content", &UpdateSession::content, "What it is."));
        visit(field("status", &UpdateSession::status, "Where it stands; active when left out."));
        visit(field("reason", &UpdateSession::reason, "Why it changes, or what shows that it is complete."));
        visit(field("session", &UpdateSession::session, "Id or stamp of the session; your own when left out."));
    }
};

Result<Receipt> declare(const UpdateSession& input, const Session& session, Trajectory& head,
                        const CommandContext& context) {
    const Move move{input.content, input.status.value_or(TreeStatus::active), input.reason};
    switch (input.level) {
        case TreeLevel::trajectory: return declare_trajectory(move, session, head, context);
        case TreeLevel::tactic: return declare_tactic(move, session, head, context);
        case TreeLevel::action: break;
    }
    return declare_action(move, session, head, context);
}

Result<Receipt> run(const UpdateSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(Trajectory head, own_read_head(session, context));
    HM_TRY_ASSIGN(Receipt receipt, declare(input, session, head, context));
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY(count_section(session, input.content.view(), context));
    receipt.details["session_id"] = session.id.text();
    return receipt;
}

}  // namespace

Command update_session() {
    return make_command<UpdateSession, run>("session update", "Say where a session is: its aim, its way, its step.",
                                            "level content");
}

// session close: ends a session. What it held goes back to the list, what it reached stays, its file is archived.

namespace {

struct CloseSession {
    std::optional<Sentence> summary;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("summary", &CloseSession::summary, "What came of it; kept as a turning point."));
        visit(field("session", &CloseSession::session, "Id or stamp of the session; your own when left out."));
    }
};

Result<void> keep_summary(const Sentence& summary, const Session& session, const CommandContext& context) {
    TurningPoint point;
    HM_TRY(context.begin(point));
    point.session_id = session.id;
    point.summary = summary;
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(context.connection(), session.id));
    point.turn = counters.turn_count;
    return insert(context.transaction, point);
}

Result<Receipt> run(const CloseSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_meant(input.session, context.actor, context.connection(), context.bad));
    if (session.status == SessionStatus::closed) {
        return Receipt{fmt::format("Session {} is closed already.", session.stamp.view()), session.id};
    }
    if (context.actor.kind == ActorKind::agent && context.actor.session_id != session.id) {
        return fail(Error{ErrorCode::refused,
                          fmt::format("Session {} cannot be closed from here.", session.stamp.view()),
                          "Close your own, or ask the person to close it.",
                          "It belongs to another agent.",
                          {}});
    }
    HM_TRY_ASSIGN(std::vector<Task> held, active_tasks_of(context.connection(), session.id, context.bad));
    // A person's tasks are nobody's by their session; those at its read-head are meant.
    HM_TRY_ASSIGN(const auto head, read_head_of(context.connection(), session.id, context.bad));
    for (const Id& id : head ? head->active_task_ids : std::vector<Id>{}) {
        HM_TRY_ASSIGN(std::optional<Task> task, find<Task>(context.connection(), id, context.bad));
        const bool is_nobodys = task && task->status == TaskStatus::active && !task->assigned_session_id;
        if (is_nobodys) held.push_back(std::move(*task));
    }
    for (Task& task : held) {
        HM_TRY(move_to(task, TaskStatus::planned, context.now));
        task.modified_at = context.now;
        HM_TRY(update(context.transaction, task));
    }
    if (input.summary) HM_TRY(keep_summary(*input.summary, session, context));
    HM_TRY(move_to(session, SessionStatus::closed, context.now));
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    context.afterwards.views.emplace_back(
        [session, settings = context.settings](Receipt& receipt, Workspace& workspace) {
            const auto archived = archive_session_file(session, settings, workspace);
            if (archived && !archived->empty()) receipt.details["file"] = *archived;
        });
    std::string sentence = fmt::format("Closed session {}.", session.stamp.view());
    if (!held.empty()) sentence += fmt::format(" {} of its tasks went back to the list.", held.size());
    return Receipt{std::move(sentence), session.id};
}

}  // namespace

Command close_session() {
    return make_command<CloseSession, run>("session close", "End a session; what it reached stays.", "summary");
}

// session resume: takes up where another session, or this one, left off.

namespace {

struct ResumeSession {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &ResumeSession::session,
                    "Id or stamp of the session to go on with; the newest other one with an aim when left out."));
    }
};

Result<Session> session_to_resume(const ResumeSession& input, const CommandContext& context) {
    if (input.session) return session_meant(input.session, context.actor, context.connection(), context.bad);
    HM_TRY_ASSIGN(const auto left, tasks_left_behind(context.actor.session_id, context.settings, context.now,
                                                     context.connection(), context.bad));
    if (!left.empty()) return left.front().holder.session;
    HM_TRY_ASSIGN(auto before, newest_session_with_aim(context.connection(), context.actor.session_id, context.bad));
    if (before) return std::move(*before);
    return fail(ErrorCode::not_found, "There is no session to go on with.",
                "Begin one: `hivemind session start \"what for\"`.");
}

// The agent's own session goes on where the other one was; the other keeps its read-head.
Result<void> go_on_from(const Session& from, const Session& to, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto theirs, read_head_for(context.connection(), from.id, context.bad));
    if (!theirs) return {};
    HM_TRY_ASSIGN(Trajectory head, own_read_head(to, context));
    head.active_plan_id = theirs->active_plan_id;
    head.active_phase_id = theirs->active_phase_id;
    head.intent = theirs->intent;
    head.intent_shift_stamp = theirs->intent_shift_stamp;
    head.modified_at = context.now;
    HM_TRY(update(context.transaction, head));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), to.id));
    counters.continues = from.id.text();
    return save_counters(context.transaction, to.id, counters);
}

// What it had in hand goes on in this session: the one it began last. `task start` says why, when it cannot.
Result<std::optional<Receipt>> take_task_of(const Session& from, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto held, active_tasks_of(context.connection(), from.id, context.bad));
    if (held.empty()) return std::nullopt;
    const Command* start = find_command("task start");
    HM_ASSERT(start != nullptr);
    HM_TRY_ASSIGN(Receipt taken, start->run(json::object{{"id", held.back().id.text()}}, context));
    return taken;
}

Result<Receipt> run(const ResumeSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_to_resume(input, context));
    const bool is_another = context.actor.session_id && *context.actor.session_id != session.id;
    if (is_another) {
        HM_TRY_ASSIGN(const Session own, session_meant(std::nullopt, context.actor, context.connection(), context.bad));
        HM_TRY(go_on_from(session, own, context));
        HM_TRY_ASSIGN(const auto taken, take_task_of(session, context));
        return Receipt{fmt::format("Session {} goes on where {} was. {}", own.stamp.view(), session.stamp.view(),
                                   taken ? taken->sentence : "`hivemind resume` says where that is."),
                       own.id, taken ? taken->task_id : std::nullopt};
    }
    if (session.status == SessionStatus::active) {
        return Receipt{fmt::format("Session {} is open already.", session.stamp.view()), session.id};
    }
    HM_TRY(move_to(session, SessionStatus::active, context.now));
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    context.afterwards.views.emplace_back(
        [session](Receipt&, Workspace& workspace) { unarchive_session_file(session, workspace); });
    return Receipt{fmt::format("Session {} is open again.", session.stamp.view()), session.id};
}

}  // namespace

Command resume_session() {
    return make_command<ResumeSession, run>("session resume", "Go on where a session left off.", "session");
}

// session acknowledge: a person has seen what went wrong; the session is held as the project is again.

namespace {

constexpr std::int64_t most_signals = 20;

struct AcknowledgeSession {
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("session", &AcknowledgeSession::session, "Id or stamp of the session; the newest when left out."));
    }
};

Result<Receipt> run(const AcknowledgeSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const Session session,
                  session_meant(input.session, context.actor, context.connection(), context.bad));
    HM_TRY_ASSIGN(SessionCounters counters, counters_of(context.connection(), session.id));
    const bool was_tightened = counters.is_tightened != 0;
    HM_TRY_ASSIGN(auto signals, open_signals(context.connection(), session.id, most_signals, context.bad));
    for (Signal& signal : signals) {
        signal.cleared_at = context.now;
        signal.modified_at = context.now;
        HM_TRY(update(context.transaction, signal));
    }
    for (const SignalRow& row : signal_table) answer(row.kind, counters);
    counters.is_split = 0;
    counters.signals.clear();
    HM_TRY(save_counters(context.transaction, session.id, counters));
    return Receipt{fmt::format("Acknowledged {} signals of session {}.{}", signals.size(), session.stamp.view(),
                               was_tightened ? " It is held as the project is again." : ""),
                   session.id};
}

}  // namespace

Command acknowledge_session() {
    return loosening(make_command<AcknowledgeSession, run>(
        "session acknowledge", "Say that the signals of a session were seen; ends its strictness.", "session",
        Access::person));
}

// session report: what the next compaction of a session shall keep, in the agent's or a person's words, and the plan by
// which the session goes on after the last one. A subagent reports on the session that asked it.

namespace {

struct ReportSession {
    MemoryText content;
    std::optional<CleanContextPlan> plan;
    std::optional<SessionName> session;

    static constexpr void fields(auto&& visit) {
        visit(field("content", &ReportSession::content, "What to preserve, and what not."));
        visit(field("plan", &ReportSession::plan,
                    "Clean context plan to go on by: trajectory, tactic, turning points, next action."));
        visit(field("session", &ReportSession::session,
                    "Id or stamp of the session; left out: your own, or, in a subagent, the one that asked it."));
    }
};

Result<Session> session_reported_on(const ReportSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_meant(input.session, context.actor, context.connection(), context.bad));
    if (input.session || !session.parent_session_id) return session;
    HM_TRY_ASSIGN(auto parent, find<Session>(context.connection(), *session.parent_session_id, context.bad));
    return parent ? std::move(*parent) : std::move(session);
}

Result<Receipt> run(const ReportSession& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Session session, session_reported_on(input, context));
    session.next_compaction_report = input.content;
    if (input.plan) keep_clean_context(session, *input.plan);
    session.modified_at = context.now;
    HM_TRY(update(context.transaction, session));
    std::string said = fmt::format("The next compaction of session {} will keep it.", session.stamp.view());
    // In the session's file the plan stays to be read when it is long done with.
    if (input.plan) said += fmt::format(" Clean context plan: {}", shorten(input.plan->view(), 300));
    Receipt receipt{std::move(said), session.id};
    receipt.details["session_id"] = session.id.text();
    return receipt;
}

}  // namespace

Command report_session() {
    return make_command<ReportSession, run>("session report", "Say what the next compaction of a session shall keep.",
                                            "content");
}

// session: what can be changed on a session beside what its client reports.

std::vector<Command> session_commands() {
    return {
        change_noun<Session, no_rule<Session>, StatusChange::by_own_command>("session change",
                                                                             "Change how a session works."),
    };
}

}  // namespace hm
