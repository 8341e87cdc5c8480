#include <fmt/format.h>

#include <algorithm>

#include "app/care/chain_breaks.h"
#include "app/care/exchange.h"
#include "app/pack/load_pack_facts.h"
#include "app/project/code_map.h"
#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/session/session_log.h"
#include "app/session/situation.h"
#include "app/session/tree.h"
#include "app/work/task.h"
#include "domain/session_counters.h"
#include "domain/task.h"
#include "engine/detect/detect.h"
#include "store/queries/event.h"
#include "store/queries/gate.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "view/notes_text.h"
#include "view/project_text.h"
#include "view/situation_text.h"

namespace hm {
namespace {

constexpr std::int64_t most_looked_at = 50;
constexpr std::size_t most_told = 3;

Result<std::vector<Delegation>> delegations_for(const Session& session, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(auto worked_on, delegation_worked_on(connection, session.id, bad));
    if (worked_on) return std::vector<Delegation>{std::move(*worked_on)};
    HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, session.id));
    HM_TRY_ASSIGN(std::vector<Delegation> latest, list_delegations(connection, std::nullopt, most_looked_at, bad));
    std::erase_if(latest, [&](const Delegation& each) {
        const bool is_ours = each.from_session_id && *each.from_session_id != session.id &&
                             std::find(line.begin(), line.end(), *each.from_session_id) != line.end();
        const bool is_meant = each.to_role == session.role || (session.agent && each.to_role == *session.agent);
        return each.status != DelegationStatus::pending || !is_ours || !is_meant;
    });
    if (latest.size() > most_told) latest.resize(most_told);
    return latest;
}

}  // namespace

Result<std::vector<std::string>> load_delegation_notes(const Session& session, Workspace& workspace, BadRows& bad) {
    std::vector<std::string> notes;
    if (!session.parent_session_id) return notes;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto delegations, delegations_for(session, connection, bad));
    for (const Delegation& delegation : delegations) {
        HM_TRY_ASSIGN(const auto task, find<Task>(connection, delegation.task_id, bad));
        if (task) notes.push_back(delegation_note(delegation, *task));
    }
    return notes;
}

namespace {

constexpr std::size_t most_grants = 5;
constexpr std::int64_t most_events = 5;
constexpr std::int64_t most_confirmed = 3;
constexpr Duration told_for = hours(24);

// Told once in each session, with the first pack behind it. It is for the person who reads along.
Result<void> add_confirmed(const std::optional<Id>& session_id, Workspace& workspace, std::vector<std::string>& notes,
                           BadRows& bad) {
    Connection& connection = workspace.store.connection();
    const Time since{workspace.clock.now().ms - told_for.ms};
    HM_TRY_ASSIGN(const std::vector<Event> confirmed, confirmed_by_word(connection, since, most_confirmed, bad));
    if (confirmed.empty()) return {};
    HM_TRY_ASSIGN(const std::int64_t told, session_id ? last_told(connection, *session_id) : std::int64_t{0});
    for (const Event& each : confirmed) {
        if (each.seq > told) notes.push_back(to_iso(each.at) + ": " + each.summary.str());
    }
    return {};
}

}  // namespace

Result<std::vector<std::string>> load_lever_notes(const std::optional<Id>& session_id, Workspace& workspace,
                                                  BadRows& bad) {
    Connection& connection = workspace.store.connection();
    std::vector<std::string> notes;
    HM_TRY_ASSIGN(const std::vector<Grant> grants, grants_in_force(connection, workspace.clock.now(), bad));
    for (const Grant& grant : grants) {
        if (notes.size() < most_grants) notes.push_back("A person " + lever_text(grant) + ".");
    }
    HM_TRY(add_confirmed(session_id, workspace, notes, bad));
    if (!session_id) return notes;
    HM_TRY_ASSIGN(const std::vector<Event> acts, task_levers_since_told(connection, *session_id, most_events, bad));
    for (const Event& act : acts) notes.push_back("A person changed what is worked on: " + act.summary.str());
    return notes;
}

namespace {

constexpr std::size_t most_files = 3;
constexpr std::size_t most_symbols = 60;
constexpr Duration patience = milliseconds(20);

// A lock may also be a folder or a pattern; those name no one file.
std::vector<std::string> files_held(const std::vector<TaskAtHead>& tasks) {
    std::vector<std::string> paths;
    for (const TaskAtHead& at_head : tasks) {
        for (const FilePath& lock : at_head.task.file_locks) {
            const bool is_new = std::ranges::find(paths, lock.str()) == paths.end();
            if (is_new && paths.size() < most_files) paths.push_back(lock.str());
        }
    }
    return paths;
}

Result<void> bring_up_to_date(Connection& codemap, const std::vector<std::string>& paths, Workspace& workspace,
                              Deadline deadline) {
    std::vector<std::string> changed;
    for (const std::string& path : paths) {
        HM_TRY_ASSIGN(const auto file, mapped_file(codemap, path));
        const auto seen = look_at(workspace.store.paths().root / path);
        if (!file || !seen || *seen != file->seen) changed.push_back(path);
    }
    return changed.empty() ? Result<void>{} : refresh_files(codemap, changed, workspace, deadline);
}

Result<std::vector<LockedFile>> read_files(const std::vector<std::string>& paths, Workspace& workspace) {
    const Deadline deadline = Deadline::in(patience);
    HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open_existing(workspace.store.paths(), deadline));
    HM_TRY(bring_up_to_date(codemap.connection(), paths, workspace, deadline));
    std::vector<LockedFile> files;
    for (const std::string& path : paths) {
        HM_TRY_ASSIGN(CodeFile code, read_code(codemap.connection(), path));
        if (code.symbols.empty()) continue;
        if (code.symbols.size() > most_symbols) code.symbols.resize(most_symbols);
        files.push_back({path, std::move(code.symbols)});
    }
    return files;
}

}  // namespace

std::vector<LockedFile> load_locked_code(const std::vector<TaskAtHead>& tasks, Workspace& workspace) {
    const std::vector<std::string> paths = files_held(tasks);
    if (paths.empty()) return {};
    return read_files(paths, workspace).value_or(std::vector<LockedFile>{});
}

namespace {

constexpr std::int64_t setup_turns = 2;

// A session that has done nothing yet opens with where the one before it was; the first of a project, in its first
// turns, with how to begin.
Result<void> add_opening(const Session& session, const SessionCounters& counters, const Settings& settings,
                         Workspace& workspace, std::vector<std::string>& notes, BadRows& bad) {
    if (session.parent_session_id || session.compaction_count > 0 || counters.turn_count > setup_turns) return {};
    HM_TRY_ASSIGN(const auto before, session_before(session.id, workspace.store.connection(), bad));
    if (!before) {
        const auto old = old_data_in(workspace.store.paths().root);
        HM_TRY_ASSIGN(const auto imports,
                      list_events(workspace.store.connection(), {.kind_prefix = "import", .limit = 1}, bad));
        const bool waits = !old.empty() && imports.empty();
        notes.push_back(waits ? old_data_text(old) + " Ask the person whether to." : setup_text());
        return {};
    }
    if (counters.total_tool_calls > 0 || counters.turn_count > 1) return {};
    HM_TRY_ASSIGN(const Situation situation, load_situation(before, settings, workspace, bad));
    if (situation.facts.plan) notes.push_back("The session before this one:\n" + resume_text(situation));
    return {};
}

}  // namespace

namespace {

constexpr std::size_t most_delegated = 8;

Result<DelegatedWork> delegated_work(Task task, std::string to, std::string state, const Settings& settings,
                                     Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    const Time now = workspace.clock.now();
    DelegatedWork work{.task = std::move(task), .to = std::move(to), .state = std::move(state)};
    if (work.task.assigned_session_id) {
        HM_TRY_ASSIGN(auto holder, find<Session>(connection, *work.task.assigned_session_id, bad));
        if (holder) {
            HM_TRY_ASSIGN(const SeenSession seen, look_at_session(std::move(*holder), settings, now, connection));
            work.holder = holder_text({seen.session, seen.liveness, seen.last_heard_at});
            if (is_left_behind(seen.liveness)) work.holder += ", not there any more";
        }
    }
    HM_TRY_ASSIGN(const auto steps, checkpoints_of(connection, work.task.id, 1, bad));
    if (!steps.empty()) work.last_step = steps.front();
    HM_TRY_ASSIGN(const auto blockers, load_blockers(connection, work.task.id));
    for (const Blocker& blocker : blockers) work.waits_for.push_back(to_words(blocker));
    return work;
}

}  // namespace

Result<std::optional<std::string>> load_delegated_note(const Session& session, const Settings& settings,
                                                       Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto latest, list_delegations(connection, std::nullopt, most_looked_at, bad));
    HM_TRY_ASSIGN(const auto head, read_head_for(connection, session.id, bad));
    std::vector<DelegatedWork> works;
    for (const Delegation& each : latest) {
        const bool is_open = each.status == DelegationStatus::pending || each.status == DelegationStatus::accepted;
        if (!is_open || works.size() == most_delegated || each.child_session_id == session.id) continue;
        HM_TRY_ASSIGN(auto task, find<Task>(connection, each.task_id, bad));
        if (!task || task->assigned_session_id == session.id) continue;
        bool is_ours = each.from_session_id == session.id;
        if (!is_ours && head && head->active_plan_id && !session.parent_session_id) {
            HM_TRY_ASSIGN(const auto plan, plan_of_task(connection, task->id, bad));
            is_ours = plan && plan->id == *head->active_plan_id;
        }
        if (!is_ours) continue;
        HM_TRY_ASSIGN(DelegatedWork work, delegated_work(std::move(*task), each.to_role.str(),
                                                         std::string(name_of(each.status)), settings, workspace, bad));
        works.push_back(std::move(work));
    }
    // What those it spawned took up by themselves.
    HM_TRY_ASSIGN(auto begun, begun_tasks(connection, most_looked_at, bad));
    for (Task& task : begun) {
        const bool is_told =
            std::any_of(works.begin(), works.end(), [&](const DelegatedWork& work) { return work.task.id == task.id; });
        if (is_told || works.size() == most_delegated) continue;
        HM_TRY_ASSIGN(const auto holder, find<Session>(connection, *task.assigned_session_id, bad));
        if (!holder || holder->parent_session_id != session.id) continue;
        HM_TRY_ASSIGN(DelegatedWork work,
                      delegated_work(std::move(task), holder->role.str(), "taken up", settings, workspace, bad));
        works.push_back(std::move(work));
    }
    if (works.empty()) return std::nullopt;
    return delegated_work_note(works);
}

Result<std::optional<std::string>> load_left_work_note(const Session& session, const Settings& settings,
                                                       Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    // Who has something in hand goes on with that; who was spawned does what it was asked for.
    if (session.parent_session_id) return std::nullopt;
    HM_TRY_ASSIGN(const auto in_hand, tasks_in_hand(connection, session.id, bad));
    if (!in_hand.empty()) return std::nullopt;
    const Time now = workspace.clock.now();
    HM_TRY_ASSIGN(const auto left, load_left_work(session.id, settings, now, connection, bad));
    if (left.empty()) return std::nullopt;
    return left_work_note(left);
}

Result<void> add_session_notes(const Session& session, const Settings& settings, Workspace& workspace,
                               std::vector<std::string>& notes, BadRows& bad) {
    const SessionCounters counters = read_counters(session.counters);
    if (auto broken = chain_break_note(workspace)) notes.push_back(std::move(*broken));
    // Said until the agent does something, whatever the person says meanwhile.
    if (counters.awaits_purification != 0) {
        HM_TRY_ASSIGN(const Situation situation, load_situation(session, settings, workspace, bad));
        notes.push_back(purification_text(situation));
    }
    if (const std::string plan = clean_context(session); !plan.empty()) notes.push_back(clean_context_text(plan));
    HM_TRY(add_opening(session, counters, settings, workspace, notes, bad));
    if (counters.signals.empty()) return {};
    HM_TRY_ASSIGN(const auto signals, open_signals(workspace.store.connection(), session.id,
                                                   static_cast<std::int64_t>(most_signals_shown), bad));
    for (const Signal& signal : signals) {
        notes.push_back(fmt::format("{} {}", signal.text.view(), signal.advice ? signal.advice->view() : ""));
    }
    return {};
}

}  // namespace hm
