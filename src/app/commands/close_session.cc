// session close: ends a session. What it held goes back to the list, what it reached stays, its file is archived.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/session_log.h"
#include "app/session/session_meant.h"
#include "domain/session_lifecycle.h"
#include "domain/task_lifecycle.h"
#include "domain/turning_point.h"
#include "store/sql/session.h"
#include "store/sql/task.h"
#include "store/sql/trajectory.h"

namespace hm {
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

}  // namespace hm
