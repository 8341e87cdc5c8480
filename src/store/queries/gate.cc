#include "store/queries/gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/records/columns.h"

namespace hm {
namespace {

constexpr std::int64_t most_looked_through = 800;
constexpr std::int64_t most_planned = 20;
constexpr std::int64_t most_events = 60;

Result<std::optional<Id>> first_id(Statement& read) {
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row || read.is_null(0)) return std::nullopt;
    return Id::trusted(std::string(read.text(0)));
}

Result<std::optional<Id>> plan_at_head(Connection& connection, std::string_view session_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT active_plan_id FROM trajectories "
                                                     "WHERE coalesce(session_id,'')=? AND archived_at IS NULL"));
    read.bind(1, session_id);
    return first_id(read);
}

// '0' is the character behind '/'.
constexpr std::string_view at_or_below =
    "SELECT task_id FROM task_file_locks WHERE value=?1 UNION ALL SELECT task_id FROM task_file_locks "
    "WHERE value>?1||'/' AND value<?1||'0' LIMIT 20";
// The project itself has everything below it.
constexpr std::string_view at_all = "SELECT task_id FROM task_file_locks LIMIT 20";
constexpr std::string_view overlapping_whatever_case =
    "SELECT task_id FROM task_file_locks WHERE ?1 IN ('.','') OR value=?1 COLLATE NOCASE OR "
    "substr(value,1,length(?1)+1)=?1||'/' COLLATE NOCASE OR "
    "substr(?1,1,length(value)+1)=value||'/' COLLATE NOCASE LIMIT 20";

Result<void> add_ids(Statement& read, std::vector<Id>& ids) {
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        ids.push_back(Id::trusted(std::string(read.text(0))));
    }
}

Result<std::optional<Plan>> level_in(Statement& read) {
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    Plan plan;
    if (auto title = Title::make(std::string(read.text(0)))) plan.title = std::move(*title);
    // A value that no type knows holds nothing back; the doctor reports the row.
    plan.category = enum_named<PlanCategory>(read.text(1)).value_or(plan.category);
    if (!read.is_null(2)) plan.governance_level = enum_named<GateMode>(read.text(2));
    return plan;
}

// Of all plans together; those that are over do not count, however many a long plan has left behind.
Result<bool> has_few_planned_tasks(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT count(*) FROM (SELECT 1 FROM tasks WHERE "
                                                     "status='planned' LIMIT ?)"));
    read.bind(1, most_looked_through + 1);
    HM_TRY(read.step());
    return read.integer(0) <= most_looked_through;
}

Result<bool> has_too_many_tasks(Connection& connection, const Id& plan_id) {
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare("SELECT count(*) FROM (SELECT 1 FROM phases p JOIN tasks t ON t.parent_phase_id=p.id "
                           "WHERE p.parent_plan_id=? LIMIT ?)"));
    bind_all(read, plan_id, most_looked_through + 1);
    HM_TRY(read.step());
    return read.integer(0) > most_looked_through;
}

// The place of the first event at or after that time, or the place behind the last; times grow with places.
Result<std::int64_t> first_event_since(Connection& connection, Time time) {
    HM_TRY_ASSIGN(Statement ends,
                  connection.prepare("SELECT coalesce(min(seq),1), coalesce(max(seq),0)+1 FROM events"));
    HM_TRY(ends.step());
    std::int64_t low = ends.integer(0);
    std::int64_t high = ends.integer(1);
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT at FROM events WHERE seq>=? ORDER BY seq LIMIT 1"));
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        read.reset();
        read.bind(1, middle);
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (has_row && read.integer(0) < time.ms) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

}  // namespace

Result<std::optional<Id>> plan_in_view(Connection& connection, const std::vector<Id>& line) {
    for (const Id& session : line) {
        HM_TRY_ASSIGN(auto plan, plan_at_head(connection, session.text()));
        if (plan) return plan;
    }
    HM_TRY_ASSIGN(auto projects, plan_at_head(connection, ""));
    if (projects) return projects;
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT id FROM plans WHERE status IN ('active','draft') AND "
                                                     "archived_at IS NULL LIMIT 2"));
    HM_TRY_ASSIGN(const auto only, first_id(read));
    HM_TRY_ASSIGN(const bool has_another, read.step());
    return has_another ? std::nullopt : only;
}

Result<std::optional<Plan>> plan_level(Connection& connection, const Id& plan_id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT title, category, governance_level FROM plans WHERE id=?1"));
    read.bind(1, plan_id);
    return level_in(read);
}

Result<std::optional<Plan>> plan_level_of_task(Connection& connection, const Id& task_id) {
    constexpr int most_generations = 17;
    Id task = task_id;
    for (int i = 0; i < most_generations; ++i) {
        HM_TRY_ASSIGN(Statement read,
                      connection.prepare("SELECT pl.title, pl.category, pl.governance_level FROM tasks x CROSS JOIN "
                                         "phases p ON p.id=x.parent_phase_id CROSS JOIN plans pl ON "
                                         "pl.id=p.parent_plan_id WHERE x.id=?"));
        read.bind(1, task);
        HM_TRY_ASSIGN(auto level, level_in(read));
        if (level) return level;
        HM_TRY_ASSIGN(Statement up, connection.prepare("SELECT parent_task_id FROM tasks WHERE id=? AND "
                                                       "parent_task_id IS NOT NULL"));
        up.bind(1, task);
        HM_TRY_ASSIGN(const bool has_parent, up.step());
        if (!has_parent) return std::nullopt;
        task = Id::trusted(std::string(up.text(0)));
    }
    return std::nullopt;
}

Result<std::vector<Task>> next_tasks(Connection& connection, const Id& plan_id, BadRows& bad) {
    HM_TRY_ASSIGN(const bool is_few, has_few_planned_tasks(connection));
    if (!is_few) {
        HM_TRY_ASSIGN(const bool is_too_large, has_too_many_tasks(connection, plan_id));
        if (is_too_large) return std::vector<Task>{};
    }
    // Through the index on the status when there are few of that status, else through the phases of the plan.
    const std::string_view ordered =
        is_few ? "CROSS JOIN phases p ON p.id=t.parent_phase_id" : "JOIN phases p ON p.id=t.parent_phase_id";
    // Those that plainly wait for another task are left out here already, or a long chain would hide the one that is
    // next. What else a task may wait for is the caller's to find out.
    HM_TRY_ASSIGN(
        auto planned,
        select<Task>(
            connection,
            fmt::format("{} WHERE p.parent_plan_id=? AND t.status='planned' AND t.planned_ahead=0 AND "
                        "t.archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM task_depends_on d JOIN tasks x ON "
                        "x.id=d.value WHERE d.task_id=t.id AND x.status<>'completed') AND NOT EXISTS (SELECT 1 "
                        "FROM tasks g WHERE g.id=t.temporal_gate_after_task_id AND g.status<>'completed') "
                        "ORDER BY t.id LIMIT ?",
                        ordered),
            bad, plan_id, most_planned + 1));
    if (static_cast<std::int64_t>(planned.size()) > most_planned) planned.clear();
    return planned;
}

Result<std::int64_t> count_refusals(Connection& connection, const Id& session_id, std::string_view call, Time since) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT count(*) FROM (SELECT kind, at, facts FROM events WHERE session_id=? "
                                     "ORDER BY seq DESC LIMIT ?) WHERE kind='gate.block' AND at>=? AND "
                                     "json_extract(facts,'$.call')=?"));
    bind_all(read, session_id, most_events, since, call);
    HM_TRY(read.step());
    return read.integer(0);
}

Result<bool> was_advised(Connection& connection, const Id& session_id, std::string_view call) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT json_extract(facts,'$.advised') FROM (SELECT seq, kind, facts FROM events "
                                     "WHERE session_id=? ORDER BY seq DESC LIMIT ?) WHERE kind LIKE 'gate.%' AND "
                                     "json_extract(facts,'$.call')=? ORDER BY seq DESC LIMIT 1"));
    bind_all(read, session_id, most_events, call);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row && !read.is_null(0);
}

Result<bool> is_advised_this_turn(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT kind, json_extract(facts,'$.advised') FROM events WHERE session_id=? "
                                     "ORDER BY seq DESC LIMIT ?"));
    constexpr std::int64_t most_of_a_turn = 500;
    bind_all(read, session_id, most_of_a_turn);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return false;
        const std::string_view kind = read.text(0);
        if (kind == "session.prompt" || kind == "session.turn" || kind == "session.cancelled") return false;
        if (!read.is_null(1)) return true;
    }
}

Result<std::string> last_role_of(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT json_extract(facts,'$.role') FROM (SELECT kind, facts, seq FROM events "
                                     "WHERE session_id=? ORDER BY seq DESC LIMIT ?) WHERE kind LIKE 'gate.%' AND "
                                     "json_extract(facts,'$.role') IS NOT NULL ORDER BY seq DESC LIMIT 1"));
    bind_all(read, session_id, most_events);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    return has_row ? std::string(read.text(0)) : std::string();
}

Result<std::optional<OtherChange>> changed_by_other(Connection& connection, const Id& task_id, const Id& session_id,
                                                    std::string_view path) {
    constexpr std::int64_t most_checkpoints = 200;
    HM_TRY_ASSIGN(Statement changed,
                  connection.prepare("SELECT c.created_at, coalesce(s.agent,'another agent') FROM (SELECT id, "
                                     "created_at, session_id FROM checkpoints WHERE task_id=?1 ORDER BY created_at "
                                     "DESC LIMIT ?4) c JOIN checkpoint_files_modified f ON f.checkpoint_id=c.id JOIN "
                                     "sessions s ON s.id=c.session_id WHERE c.session_id<>?2 AND f.value=?3 "
                                     "ORDER BY c.created_at DESC LIMIT 1"));
    bind_all(changed, task_id, session_id, path, most_checkpoints);
    HM_TRY_ASSIGN(const bool is_changed, changed.step());
    if (!is_changed) return std::nullopt;
    OtherChange other{std::string(changed.text(1)), Time{changed.integer(0)}};
    // A shell shows files that it does not list; one that names the file counts as a look.
    constexpr std::int64_t most_looks = 400;
    HM_TRY_ASSIGN(
        Statement looked,
        connection.prepare(
            "SELECT at FROM (SELECT at, seq, kind, summary, facts FROM events WHERE session_id=?1 ORDER BY seq DESC "
            "LIMIT ?4) WHERE kind IN ('tool.done','checkpoint') AND (EXISTS (SELECT 1 FROM json_each(facts,'$.looked') "
            "WHERE value=?2) OR EXISTS (SELECT 1 FROM json_each(facts,'$.files') WHERE value=?2) OR "
            "(json_extract(facts,'$.kind')='shell' AND instr(summary,?3)>0)) ORDER BY seq DESC LIMIT 1"));
    bind_all(looked, session_id, path, path.substr(path.rfind('/') + 1), most_looks);
    HM_TRY_ASSIGN(const bool has_looked, looked.step());
    if (!has_looked || looked.integer(0) >= other.at.ms) return std::nullopt;
    return other;
}

Result<std::vector<Id>> lock_holders(Connection& connection, std::string_view path, NameCase name_case) {
    std::vector<Id> holders;
    if (name_case == NameCase::counts_not) {
        HM_TRY_ASSIGN(Statement read, connection.prepare(overlapping_whatever_case));
        read.bind(1, path);
        HM_TRY(add_ids(read, holders));
        return holders;
    }
    const bool is_project = path == "." || path.empty();
    HM_TRY_ASSIGN(Statement read, connection.prepare(is_project ? at_all : at_or_below));
    if (!is_project) read.bind(1, path);
    HM_TRY(add_ids(read, holders));
    for (std::size_t end = path.rfind('/'); end != std::string_view::npos && end > 0; end = path.rfind('/', end - 1)) {
        HM_TRY_ASSIGN(Statement above, connection.prepare("SELECT task_id FROM task_file_locks WHERE value=?"));
        above.bind(1, path.substr(0, end));
        HM_TRY(add_ids(above, holders));
    }
    return holders;
}

Result<std::vector<std::string>> locked_files(Connection& connection, std::int64_t most) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT value FROM task_file_locks ORDER BY value LIMIT ?"));
    read.bind(1, most);
    std::vector<std::string> files;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return files;
        files.emplace_back(read.text(0));
    }
}

Result<bool> has_planned_task(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM tasks WHERE status='planned' AND "
                                                     "archived_at IS NULL LIMIT 1"));
    return read.step();
}

Result<std::vector<Task>> tasks_around(Connection& connection, const Id& phase_id, const Id& task_id, std::size_t most,
                                       BadRows& bad) {
    const auto half = static_cast<std::int64_t>(most / 2);
    HM_TRY_ASSIGN(auto tasks, select<Task>(connection,
                                           "WHERE t.parent_phase_id=? AND t.id<? AND t.archived_at IS NULL "
                                           "ORDER BY t.id DESC LIMIT ?",
                                           bad, phase_id, task_id, half));
    std::reverse(tasks.begin(), tasks.end());
    HM_TRY_ASSIGN(auto behind, select<Task>(connection,
                                            "WHERE t.parent_phase_id=? AND t.id>=? AND t.archived_at IS NULL "
                                            "ORDER BY t.id LIMIT ?",
                                            bad, phase_id, task_id, half));
    std::move(behind.begin(), behind.end(), std::back_inserter(tasks));
    return tasks;
}

Result<std::int64_t> last_told(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT seq FROM events WHERE session_id=? AND kind='injection' "
                                                     "ORDER BY seq DESC LIMIT 1"));
    read.bind(1, session_id);
    HM_TRY_ASSIGN(const bool was_told, read.step());
    return was_told ? read.integer(0) : 0;
}

Result<std::vector<Event>> task_levers_since_told(Connection& connection, const Id& session_id, std::int64_t most,
                                                  BadRows& bad) {
    HM_TRY_ASSIGN(const std::int64_t told, last_told(connection, session_id));
    if (told == 0) return std::vector<Event>{};
    // Not further back than this, however long the session was silent.
    constexpr std::int64_t furthest = 2000;
    return select<Event>(connection,
                         "WHERE t.seq>max(?,(SELECT max(seq) FROM events)-?) AND t.actor='person' AND "
                         "t.kind IN ('task.release','task.reassign','task.reopen') ORDER BY t.seq LIMIT ?",
                         bad, told, furthest, most);
}

Result<std::vector<CallTrace>> call_traces(Connection& connection, Time from, Time until) {
    HM_TRY_ASSIGN(const std::int64_t first, first_event_since(connection, from));
    HM_TRY_ASSIGN(const std::int64_t behind, first_event_since(connection, until));
    HM_TRY_ASSIGN(
        Statement read,
        connection.prepare(
            "SELECT id,at,kind,coalesce(session_id,''),coalesce(json_extract(facts,'$.kind'),''),"
            "coalesce(json_extract(facts,'$.tool'),''),coalesce(json_extract(facts,'$.call_id'),''),"
            "coalesce(json_extract(facts,'$.client'),''),"
            "coalesce(json_extract(facts,'$.shell.worst.why'),'') FROM events WHERE seq>=?1 AND seq<?2 AND kind IN "
            "('gate.allow','gate.advise','tool.done','checkpoint','session.turn','session.cancelled','session.prompt',"
            "'session.started','session.left','session.close') ORDER BY at, seq"));
    bind_all(read, first, behind);
    std::vector<CallTrace> traces;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return traces;
        const auto text = [&](int column) { return std::string(read.text(column)); };
        traces.push_back({Id::trusted(text(0)), Time{read.integer(1)}, text(2), text(3), text(4), text(5), text(6),
                          text(7), text(8)});
    }
}

Result<std::vector<std::string>> recorded_clients(Connection& connection, std::int64_t events) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT DISTINCT json_extract(facts,'$.client') FROM (SELECT kind, facts FROM "
                                     "events ORDER BY seq DESC LIMIT ?) WHERE kind IN ('gate.allow','gate.advise',"
                                     "'gate.block') AND json_extract(facts,'$.client') IS NOT NULL"));
    read.bind(1, events);
    std::vector<std::string> clients;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return clients;
        clients.emplace_back(read.text(0));
    }
}

Result<std::vector<Event>> confirmed_by_word(Connection& connection, Time since, std::int64_t most, BadRows& bad) {
    const std::string behind = std::string(confirmed_key.substr(0, confirmed_key.size() - 1)) + ';';
    return select<Event>(connection,
                         "WHERE t.request_id>=? AND t.request_id<? AND t.at>=? ORDER BY t.request_id DESC "
                         "LIMIT ?",
                         bad, confirmed_key, std::string_view(behind), since, most);
}

Result<SessionCounts> count_session(Connection& connection, const Id& session_id, std::int64_t most) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT kind FROM events WHERE session_id=? "
                                                     "ORDER BY seq DESC LIMIT ?"));
    bind_all(read, session_id, most);
    SessionCounts counts;
    bool is_in_context = true;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return counts;
        const std::string_view kind = read.text(0);
        if (kind == "session.compacted") is_in_context = false;
        counts.anchors += kind == "anchor.save" ? 1 : 0;
        counts.checkpoints += kind == "checkpoint" ? 1 : 0;
        const bool is_output = kind == "checkpoint" || kind == "tool.done";
        counts.tool_outputs += is_output && is_in_context ? 1 : 0;
    }
}

}  // namespace hm
