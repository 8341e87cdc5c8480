#include "app/session/situation.h"

#include <algorithm>

#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/session/tree.h"
#include "domain/session_counters.h"
#include "engine/detect/detect.h"
#include "engine/session/context.h"
#include "store/queries/anchor.h"
#include "store/queries/event.h"
#include "store/queries/memory.h"
#include "store/queries/near_read_head.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {
namespace {

constexpr std::int64_t most_of_each = 5;
constexpr std::int64_t most_anchors = 60;
constexpr std::int64_t most_knowledge = 30;
constexpr std::int64_t most_events = 100;

void count_tasks(Situation& situation) {
    for (const Task& task : situation.facts.tasks) {
        if (task.status == TaskStatus::abandoned || task.status == TaskStatus::invalidated) continue;
        situation.all += 1;
        situation.done += task.status == TaskStatus::completed ? 1 : 0;
        if (task.status == TaskStatus::planned && situation.next.size() < most_of_each) situation.next.push_back(task);
    }
}

// Without a plan, what is planned at all.
Result<void> load_next(Situation& situation, Connection& connection, BadRows& bad) {
    if (!situation.next.empty()) return {};
    HM_TRY_ASSIGN(situation.next, list_records<Task>(connection, {.status = "planned", .limit = most_of_each}, bad));
    return {};
}

Result<void> load_work(Situation& situation, Connection& connection, BadRows& bad) {
    const std::optional<Id> id = situation.session ? std::optional(situation.session->id) : std::nullopt;
    HM_TRY_ASSIGN(situation.facts, load_session_tree(connection, id, bad));
    situation.tree = make_tree(situation.facts);
    HM_TRY_ASSIGN(situation.in_hand, tasks_in_hand(connection, id, bad));
    if (situation.in_hand.size() > most_of_each) situation.in_hand.resize(most_of_each);
    for (const Task& task : situation.in_hand) {
        HM_TRY_ASSIGN(auto checkpoints, checkpoints_of(connection, task.id, 3, bad));
        std::ranges::move(checkpoints, std::back_inserter(situation.checkpoints));
    }
    count_tasks(situation);
    return load_next(situation, connection, bad);
}

Result<void> load_learnt(Situation& situation, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(situation.turning_points, list_records<TurningPoint>(connection, {.limit = most_of_each}, bad));
    HM_TRY_ASSIGN(situation.decisions,
                  list_records<Decision>(connection, {.status = "resolved", .limit = most_of_each}, bad));
    HM_TRY_ASSIGN(situation.false_paths, memories_of_kind(connection, MemoryKind::false_path, most_of_each, bad));
    HM_TRY_ASSIGN(situation.delegations, list_records<Delegation>(connection, {.limit = 10}, bad));
    std::erase_if(situation.delegations, [](const Delegation& each) {
        return each.status != DelegationStatus::pending && each.status != DelegationStatus::accepted;
    });
    HM_TRY_ASSIGN(situation.knowledge, fresh_knowledge(connection, most_knowledge, bad));
    std::ranges::stable_sort(situation.knowledge, [&](const Knowledge& one, const Knowledge& other) {
        return confidence_at(one, situation.now) > confidence_at(other, situation.now);
    });
    if (situation.knowledge.size() > most_of_each) situation.knowledge.resize(most_of_each);
    HM_TRY_ASSIGN(situation.critical_anchors, current_anchors(connection, most_anchors, bad));
    std::erase_if(situation.critical_anchors,
                  [](const Anchor& anchor) { return anchor.priority != AnchorPriority::critical; });
    return {};
}

}  // namespace

Result<Situation> load_situation(const std::optional<Session>& session, const Settings&, Workspace& workspace,
                                 BadRows& bad) {
    Connection& connection = workspace.store.connection();
    Situation situation;
    situation.session = session;
    situation.now = workspace.clock.now();
    HM_TRY(load_work(situation, connection, bad));
    HM_TRY(load_learnt(situation, connection, bad));
    HM_TRY_ASSIGN(situation.working_commands, commands_that_passed(connection, most_of_each));
    if (session) {
        HM_TRY_ASSIGN(situation.signals,
                      open_signals(connection, session->id, static_cast<std::int64_t>(most_signals_shown), bad));
        HM_TRY_ASSIGN(const auto events,
                      list_events(connection, {.session_id = session->id, .limit = most_events}, bad));
        if (!events.empty()) situation.last_activity_at = events.front().at;
        situation.turns = turning_points_among(events, most_of_each);
    }
    return situation;
}

Result<void> add_left_work(Situation& situation, const Settings& settings, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(situation.left, load_left_work(std::nullopt, settings, situation.now, connection, bad));
    if (situation.left.size() > most_of_each) situation.left.resize(most_of_each);
    // What nobody is there to do is in nobody's hand.
    std::erase_if(situation.in_hand, [&](const Task& task) {
        return std::ranges::any_of(situation.left, [&](const LeftWork& work) { return work.task.id == task.id; });
    });
    return {};
}

Result<std::optional<Session>> session_before(const std::optional<Id>& but, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(std::optional<Session> with_aim, newest_session_with_aim(connection, but, bad));
    if (with_aim) return with_aim;
    // A subagent is a part of the session that spawned it, never the one before.
    constexpr std::int64_t most_looked_at = 50;
    HM_TRY_ASSIGN(auto sessions, recent_sessions(connection, most_looked_at, bad));
    for (Session& session : sessions) {
        if (!session.parent_session_id && (!but || session.id != *but)) return std::move(session);
    }
    return std::nullopt;
}

}  // namespace hm
