#include "app/session/liveness.h"

#include <map>

#include "base/process.h"
#include "store/queries/near_read_head.h"
#include "store/queries/session.h"
#include "store/queries/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_begun = 100;
constexpr std::size_t most_left_behind = 20;

std::string text_of(const std::optional<Word>& word) {
    return word ? word->str() : std::string();
}

ProcessSeen look_at_process(const SessionPlace& place) {
    if (!place.process) return ProcessSeen::cannot_be_seen;
    const ProcessSurroundings& here = surroundings_of_this_process();
    const ProcessSeen seen = seen_from({here.machine, here.boot, here.pid_namespace},
                                       {text_of(place.machine), text_of(place.boot), text_of(place.pid_namespace)});
    if (seen != ProcessSeen::runs) return seen;
    return is_process_running(place.process->view()) ? ProcessSeen::runs : ProcessSeen::is_gone;
}

}  // namespace

Result<SeenSession> look_at_session(Session session, const Settings& settings, Time now, Connection& connection) {
    HM_TRY_ASSIGN(const LastHeard heard, last_heard_of(connection, session));
    LivenessFacts facts{.silent_for = now - heard.at, .lease = settings.session_lease};
    facts.is_over = session.status == SessionStatus::closed || heard.has_left;
    if (!facts.is_over && session.parent_session_id) {
        HM_TRY_ASSIGN(facts.is_over, has_child_ended(connection, session.id));
    }
    if (!facts.is_over) facts.process = look_at_process(session.place);
    return SeenSession{std::move(session), liveness_of(facts), heard.at};
}

namespace {

constexpr std::int64_t most_steps_looked_at = 40;
constexpr std::size_t most_next = 2;

bool is_test(const Checkpoint& checkpoint) {
    return checkpoint.kind == CheckpointKind::test || checkpoint.kind == CheckpointKind::masked_test;
}

Result<LeftWork> work_of(HeldTask held, Connection& connection, BadRows& bad) {
    LeftWork work{.task = std::move(held.task),
                  .holder = holder_text({held.holder.session, held.holder.liveness, held.holder.last_heard_at})};
    HM_TRY_ASSIGN(const auto steps, checkpoints_of(connection, work.task.id, most_steps_looked_at, bad));
    for (const Checkpoint& step : steps) {
        if (is_test(step) && !work.last_test) work.last_test = step;
        const bool is_change = !step.kind || step.kind == CheckpointKind::write || !step.files_modified.empty();
        if (is_change && !work.last_change) work.last_change = step;
    }
    if (!work.task.parent_phase_id) return work;
    HM_TRY_ASSIGN(const auto beside, open_tasks_of_phase(connection, *work.task.parent_phase_id, 8, bad));
    for (const Task& task : beside) {
        const bool is_next = task.status == TaskStatus::planned && work.next.size() < most_next;
        if (is_next) work.next.push_back(task.name.str());
    }
    return work;
}

}  // namespace

Result<std::vector<LeftWork>> load_left_work(const std::optional<Id>& but, const Settings& settings, Time now,
                                             Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(auto left, tasks_left_behind(but, settings, now, connection, bad));
    std::vector<LeftWork> works;
    for (HeldTask& held : left) {
        HM_TRY_ASSIGN(LeftWork work, work_of(std::move(held), connection, bad));
        works.push_back(std::move(work));
    }
    return works;
}

Result<std::vector<HeldTask>> tasks_left_behind(const std::optional<Id>& but, const Settings& settings, Time now,
                                                Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(std::vector<Task> begun, begun_tasks(connection, most_begun, bad));
    std::map<Id, std::optional<SeenSession>> seen;
    std::vector<HeldTask> left;
    for (Task& task : begun) {
        const Id& holder = *task.assigned_session_id;
        if (holder == but || left.size() == most_left_behind) continue;
        auto known = seen.find(holder);
        if (known == seen.end()) {
            HM_TRY_ASSIGN(auto session, find<Session>(connection, holder, bad));
            std::optional<SeenSession> looked;
            if (session) {
                HM_TRY_ASSIGN(looked, look_at_session(std::move(*session), settings, now, connection));
            }
            known = seen.emplace(holder, std::move(looked)).first;
        }
        // What a session's own subagents left is told to it as delegated work.
        const bool is_of_own = but && known->second && known->second->session.parent_session_id == but;
        if (known->second && !is_of_own && is_left_behind(known->second->liveness)) {
            left.push_back({std::move(task), *known->second});
        }
    }
    return left;
}

}  // namespace hm
