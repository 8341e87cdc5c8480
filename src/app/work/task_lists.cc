// Lists of tasks: task list, task status, ready.
#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "base/strings.h"
#include "domain/task.h"
#include "store/queries/awaited.h"
#include "store/queries/gate.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "view/work_text.h"

namespace hm {

Result<std::vector<Blocker>> load_blockers(Connection& connection, const Id& task_id) {
    HM_TRY_ASSIGN(const std::vector<Awaited> awaited, awaited_by(connection, task_id));
    return blockers_among(awaited);
}

Result<std::optional<Task>> first_startable(std::span<const Blocker> blockers, Connection& connection, BadRows& bad) {
    constexpr std::size_t most_looked_at = 64;
    std::vector<Id> open;
    for (const Blocker& blocker : blockers) open.push_back(blocker.id);
    for (std::size_t next = 0; next < open.size() && next < most_looked_at; ++next) {
        HM_TRY_ASSIGN(auto task, find<Task>(connection, open[next], bad));
        if (!task || task->status != TaskStatus::planned) continue;
        HM_TRY_ASSIGN(const std::vector<Blocker> below, load_blockers(connection, task->id));
        if (below.empty()) return task;
        for (const Blocker& blocker : below) {
            if (std::ranges::find(open, blocker.id) == open.end()) open.push_back(blocker.id);
        }
    }
    return std::nullopt;
}

namespace {

constexpr std::int64_t most_open_tasks = 5000;

// A name as people repeat it: small letters, single blanks, no quotes around it and no point behind it.
std::string comparable_name(std::string_view name) {
    std::string plain;
    for (const char c : lower_case(trimmed(name, " \t\r\n\"'`.!"))) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!is_blank) {
            plain += c;
        } else if (!plain.ends_with(' ')) {
            plain += ' ';
        }
    }
    return plain;
}

template <class Test>
Result<void> keep_if_any(std::vector<TaskRow>& rows, Test&& test) {
    std::vector<TaskRow> kept;
    for (const TaskRow& row : rows) {
        HM_TRY_ASSIGN(const bool is_kept, test(row));
        if (is_kept) kept.push_back(row);
    }
    if (!kept.empty()) rows = std::move(kept);
    return {};
}

Error several_of_that_name(std::string_view name, const std::vector<TaskRow>& rows) {
    Error error{ErrorCode::conflict,
                fmt::format("More than one open task is called \"{}\".", shorten(name, 120)),
                "Start one of them by its id, or give other work another name.",
                "Which one is meant cannot be told.",
                {}};
    for (const TaskRow& row : rows) error.evidence.push_back(fmt::format("{} ({})", row.id.text(), row.status));
    return error;
}

}  // namespace

Result<std::optional<Id>> open_task_named(std::string_view name, const CommandContext& context) {
    Connection& connection = context.connection();
    if (const auto id = Id::parse(trimmed(name))) return std::optional(*id);
    HM_TRY_ASSIGN(std::vector<TaskRow> rows, open_task_rows(connection, most_open_tasks));
    const std::string wanted = comparable_name(name);
    std::erase_if(rows, [&](const TaskRow& row) { return comparable_name(row.name) != wanted; });
    if (rows.size() > 1) {
        HM_TRY(keep_if_any(rows, [&](const TaskRow& row) -> Result<bool> {
            return context.actor.session_id && row.session_id == context.actor.session_id;
        }));
    }
    // The same name again means the same work: what was begun comes before what is only planned.
    if (rows.size() > 1) {
        HM_TRY(keep_if_any(
            rows, [&](const TaskRow& row) -> Result<bool> { return row.status != name_of(TaskStatus::planned); }));
    }
    if (rows.size() > 1) {
        std::vector<Id> line;
        if (context.actor.session_id) {
            HM_TRY_ASSIGN(line, session_and_ancestors(connection, *context.actor.session_id));
        }
        HM_TRY_ASSIGN(const auto plan, plan_in_view(connection, line));
        HM_TRY(keep_if_any(rows, [&](const TaskRow& row) -> Result<bool> {
            HM_TRY_ASSIGN(const auto of_task, plan_of_task(connection, row.id, context.bad));
            return plan && of_task && of_task->id == *plan;
        }));
    }
    if (rows.size() > 1) {
        HM_TRY(keep_if_any(rows, [&](const TaskRow& row) -> Result<bool> {
            HM_TRY_ASSIGN(const auto blockers, load_blockers(connection, row.id));
            return row.status == name_of(TaskStatus::planned) && blockers.empty();
        }));
    }
    if (rows.size() > 1) return fail(several_of_that_name(name, rows));
    return rows.empty() ? std::nullopt : std::optional(rows.front().id);
}

Result<ListedTask> load_listed_task(Task task, Connection& connection) {
    ListedTask shown{std::move(task), {}};
    if (is_ended(shown.task.status)) return shown;
    HM_TRY_ASSIGN(shown.blockers, load_blockers(connection, shown.task.id));
    return shown;
}

Result<std::vector<ListedTask>> load_listed_tasks(std::vector<Task> tasks, Connection& connection) {
    std::vector<ListedTask> shown;
    for (Task& task : tasks) {
        HM_TRY_ASSIGN(ListedTask each, load_listed_task(std::move(task), connection));
        shown.push_back(std::move(each));
    }
    return shown;
}

// task list: the tasks, latest change first.

namespace {

struct ListTasks {
    std::optional<TaskStatus> status;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Task::status, &ListTasks::status));
        visit(field("limit", &ListTasks::limit, "Most to show; 50 when left out."));
    }
};

Result<Answer> run(const ListTasks& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const auto tasks,
                  list_tasks(context.connection(), input.status, list_limit(input.limit), context.bad));
    HM_TRY_ASSIGN(const auto shown, load_listed_tasks(tasks, context.connection()));
    return Answer{to_json(shown), task_lines(shown, context.now)};
}

}  // namespace

Query list_tasks_query() {
    return make_query<ListTasks, run>("task list", "List tasks, latest change first.", {},
                                      &shape_of<std::vector<Task>>);
}

// task status: the task in hand, or any other: where it stands, what was recorded under it, and what is missing before
// it can be completed.

namespace {

struct TaskStatusInput {
    std::optional<Id> id;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &TaskStatusInput::id, "The task; without it, those this session works on."));
    }
};

Result<TaskStanding> standing_of(Task task, const QueryContext& context) {
    Connection& connection = context.connection();
    TaskStanding standing;
    HM_TRY_ASSIGN(const auto plan, plan_of_task(connection, task.id, context.bad));
    if (plan) standing.plan = plan->title.str();
    if (!is_ended(task.status)) {
        HM_TRY_ASSIGN(standing.completion,
                      load_completion(task, {}, context.workspace.store.paths().root, connection, context.bad));
    }
    HM_TRY_ASSIGN(standing.shown, load_listed_task(std::move(task), connection));
    return standing;
}

Result<Answer> run(const TaskStatusInput& input, const QueryContext& context) {
    std::vector<Task> tasks;
    if (input.id) {
        HM_TRY_ASSIGN(Task task, require_task(context.connection(), *input.id, context.bad));
        tasks.push_back(std::move(task));
    } else {
        HM_TRY_ASSIGN(tasks, tasks_in_hand(context.connection(), context.actor.session_id, context.bad));
    }
    std::vector<TaskStanding> standings;
    for (Task& task : tasks) {
        HM_TRY_ASSIGN(TaskStanding standing, standing_of(std::move(task), context));
        standings.push_back(std::move(standing));
    }
    return Answer{task_status_json(standings), task_status_text(standings)};
}

}  // namespace

Query task_status() {
    return make_query<TaskStatusInput, run>("task status", "Show the task in hand, and what it still lacks.", "id");
}

// ready: what may start now, and why the rest may not.

namespace {

struct ShowReady {
    std::optional<std::int64_t> limit;
    static constexpr void fields(auto&& visit) {
        visit(field("limit", &ShowReady::limit, "Most to show of each sort; 50 when left out."));
    }
};

constexpr std::int64_t most_looked_at = 20'000;

void add(std::vector<ReadyTask>& tasks, std::size_t& count, ReadyTask task, std::int64_t limit) {
    ++count;
    if (static_cast<std::int64_t>(tasks.size()) < limit) tasks.push_back(std::move(task));
}

Result<Answer> run(const ShowReady& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    ReadyFacts facts;
    HM_TRY_ASSIGN(const std::vector<TaskRow> rows, planned_task_rows(context.connection(), most_looked_at));
    for (const TaskRow& row : rows) {
        ReadyTask task{row.id, row.name, row.assigned_to, {}};
        HM_TRY_ASSIGN(task.blockers, load_blockers(context.connection(), row.id));
        if (!task.blockers.empty()) {
            add(facts.blocked, facts.blocked_count, std::move(task), limit);
        } else if (row.is_planned_ahead) {
            add(facts.ahead, facts.ahead_count, std::move(task), limit);
        } else {
            add(facts.ready, facts.ready_count, std::move(task), limit);
        }
    }
    return Answer{ready_json(facts), ready_text(facts)};
}

}  // namespace

Query show_ready() {
    return make_query<ShowReady, run>("ready", "List what may start now, and why the rest may not.");
}

}  // namespace hm
