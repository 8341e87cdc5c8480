#include <fmt/format.h>

#include <map>

#include "app/command/named.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "domain/task.h"
#include "engine/work/readiness.h"
#include "store/files/files.h"
#include "store/queries/awaited.h"
#include "store/queries/task.h"

namespace hm {
namespace {

constexpr std::int64_t most_known = 10'000;

// Which task a name stands for: one of this call first, then one of the plan.
class Names {
public:
    void add(const std::string& name, const Id& id) {
        const auto [known, is_new] = ids_.try_emplace(name, id);
        if (!is_new) known->second = std::nullopt;
    }
    // Within the call a name is there once, whatever the plan holds.
    void replace(const std::string& name, const Id& id) { ids_[name] = id; }

    Result<Id> find(std::string_view name_or_id, std::string_view of, Connection& connection) const {
        if (const auto known = ids_.find(name_or_id); known != ids_.end()) {
            if (known->second) return *known->second;
            return fail(ErrorCode::conflict, fmt::format("More than one task is called \"{}\".", name_or_id),
                        "Name it by its id.", fmt::format("\"{}\" names it.", of));
        }
        HM_TRY_ASSIGN(auto id, open_record_named(name_or_id, connection, "task"));
        if (id) return std::move(*id);
        return fail(ErrorCode::not_found, fmt::format("No task \"{}\" in this call, this plan or another.", name_or_id),
                    "Name a task by its name or its id.", fmt::format("\"{}\" names it.", of));
    }

private:
    std::map<std::string, std::optional<Id>, std::less<>> ids_;
};

Result<Names> load_names(const Plan& plan, const CommandContext& context) {
    Names names;
    HM_TRY_ASSIGN(const auto rows, task_rows_of_plan(context.connection(), plan.id, most_known));
    for (const TaskRow& row : rows) names.add(row.name, row.id);
    return names;
}

Result<void> name_drafts(const std::vector<TaskDraft>& drafts, std::vector<Task>& tasks, Names& names,
                         const CommandContext& context) {
    std::map<std::string, int> seen;
    for (const TaskDraft& draft : drafts) {
        if (++seen[draft.name.str()] > 1) {
            return fail(ErrorCode::invalid_input, fmt::format("Two tasks are called \"{}\".", draft.name.view()),
                        "Give each task of the call a name of its own.");
        }
        Task task;
        HM_TRY(context.begin(task));
        names.replace(draft.name.str(), task.id);
        tasks.push_back(std::move(task));
    }
    return {};
}

Result<void> fill(const TaskDraft& draft, Task& task, const Names& names, Connection& connection) {
    task.name = draft.name;
    task.expected_output = draft.expected_output;
    task.allowed_tools = draft.allowed_tools;
    task.allowed_paths = draft.allowed_paths;
    task.tech_decision_ids = draft.tech_decision_ids;
    task.planned_ahead = draft.planned_ahead;
    if (draft.location) task.location = *draft.location;
    for (const Title& name : draft.depends_on) {
        HM_TRY_ASSIGN(Id id, names.find(name.view(), draft.name.view(), connection));
        task.depends_on.push_back(std::move(id));
    }
    if (draft.parent) {
        HM_TRY_ASSIGN(task.parent_task_id, names.find(draft.parent->view(), draft.name.view(), connection));
    }
    if (!draft.temporal_gate) return {};
    task.temporal_gate.reason = draft.temporal_gate->reason;
    const auto& after = draft.temporal_gate->after ? draft.temporal_gate->after : draft.temporal_gate->after_task_id;
    if (after) {
        HM_TRY_ASSIGN(task.temporal_gate.after_task_id, names.find(after->view(), draft.name.view(), connection));
    }
    return {};
}

// A role that changes nothing itself plans for the one that does.
std::optional<Word> assignee(const TaskDraft& draft, const Plan& plan, const CommandContext& context) {
    if (draft.assigned_to) return draft.assigned_to;
    const std::string& role_name = context.actor.role;
    const bool leaves_it_to_others =
        !role_name.empty() && !role_or_least(context.settings.roles, role_name).write_files;
    if (!leaves_it_to_others) return std::nullopt;
    auto role = Word::make(std::string(usual_role(plan.category)));
    return role ? std::optional(std::move(*role)) : std::nullopt;
}

// Tasks that name each other can only be written when all of them are there: first without, then with what they name.
Result<void> write(std::vector<Task>& tasks, const CommandContext& context) {
    for (const Task& task : tasks) {
        Task bare = task;
        bare.depends_on.clear();
        bare.parent_task_id.reset();
        bare.temporal_gate = {};
        HM_TRY(insert(context.transaction, bare));
    }
    for (Task& task : tasks) {
        const bool names_others = !task.depends_on.empty() || task.parent_task_id || task.temporal_gate.after_task_id;
        if (task.parent_task_id) HM_TRY(settle_parent(task, context));
        if (names_others) HM_TRY(update(context.transaction, task));
    }
    return {};
}

}  // namespace

Result<std::vector<Task>> make_drafted(const std::vector<TaskDraft>& drafts, const Plan& plan, const Phase& phase,
                                       const CommandContext& context) {
    HM_TRY_ASSIGN(Names names, load_names(plan, context));
    HM_TRY_ASSIGN(const Acting who, acting(context));
    std::vector<Task> tasks;
    HM_TRY(name_drafts(drafts, tasks, names, context));
    std::vector<Id> ids;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        HM_TRY(fill(drafts[i], tasks[i], names, context.connection()));
        HM_TRY(settle_patterns(tasks[i].allowed_paths, context));
        tasks[i].parent_phase_id = phase.id;
        tasks[i].assigned_to = assignee(drafts[i], plan, context);
        tasks[i].delegated_by = who.name;
        ids.push_back(tasks[i].id);
    }
    HM_TRY(write(tasks, context));
    HM_TRY(check_order(ids, context));
    return tasks;
}

Result<void> settle_patterns(std::vector<FilePath>& patterns, const CommandContext& context) {
    const std::filesystem::path& root = context.paths.root;
    for (FilePath& pattern : patterns) {
        HM_TRY_ASSIGN(pattern, FilePath::make(resolve_pattern(root, pattern.view())));
    }
    return {};
}

Result<void> settle_parent(Task& task, const CommandContext& context) {
    task.kind = task.parent_task_id ? TaskKind::sub : TaskKind::main;
    if (!task.parent_task_id) return {};
    HM_TRY_ASSIGN(const Task parent, require_task(context.connection(), *task.parent_task_id, context.bad));
    if (is_ended(parent.status) || parent.archived_at) {
        return fail(Error{ErrorCode::conflict,
                          fmt::format("The task \"{}\" takes no more parts.", parent.name.view()),
                          "Name a task that is not over.",
                          "It is over.",
                          {fmt::format("task {} is {}", parent.id.text(), name_of(parent.status))}});
    }
    if (!task.parent_phase_id) task.parent_phase_id = parent.parent_phase_id;
    return {};
}

namespace {

constexpr std::size_t most_nodes = 200'000;
constexpr std::size_t most_evidence = 8;

// Everything that can be reached from a few records, gathered by keys.
class Gatherer {
public:
    explicit Gatherer(Connection& connection) : connection_(connection) {}

    std::size_t add(const Id& id, std::string name) {
        const auto [place, is_new] = places_.try_emplace(id, graph_.nodes.size());
        if (is_new) graph_.nodes.push_back({id, std::move(name), {}});
        return place->second;
    }

    Result<void> gather() {
        for (; looked_at_ < graph_.nodes.size(); ++looked_at_) {
            if (graph_.nodes.size() > most_nodes) {
                return fail(ErrorCode::unsupported, fmt::format("More than {} records need each other.", most_nodes),
                            "Divide the work into plans that do not build on each other.");
            }
            HM_TRY_ASSIGN(const std::vector<GraphNode> needed, needed_by(connection_, graph_.nodes[looked_at_].id));
            for (const GraphNode& each : needed) {
                const std::size_t place = add(each.id, each.name);
                graph_.nodes[looked_at_].needs.push_back(place);
            }
        }
        return {};
    }

    const NeedGraph& graph() const { return graph_; }

private:
    Connection& connection_;
    NeedGraph graph_;
    std::map<Id, std::size_t> places_;
    std::size_t looked_at_ = 0;
};

Error cycle_error(const NeedGraph& graph, const std::vector<std::size_t>& cycle) {
    Error error{ErrorCode::conflict,
                fmt::format("The work would wait for itself: {}.", cycle_in_words(graph, cycle)),
                "Leave out one of these dependencies or gates.",
                "Each of these waits for the next one, so none could ever be done. Nothing was changed.",
                {}};
    for (std::size_t i = 0; i + 1 < cycle.size() && i < most_evidence; ++i) {
        error.evidence.push_back(
            fmt::format("{} needs {}", graph.nodes[cycle[i]].id.text(), graph.nodes[cycle[i + 1]].id.text()));
    }
    return error;
}

}  // namespace

Result<void> check_order(std::span<const Id> changed, const CommandContext& context) {
    Gatherer gatherer(context.connection());
    for (const Id& id : changed) gatherer.add(id, id.text());
    HM_TRY(gatherer.gather());
    const auto on_cycle = record_on_cycle(gatherer.graph());
    if (!on_cycle) return {};
    NeedGraph graph = gatherer.graph();
    // What a task or a plan waits for, its parts wait for as well: the circle may go through them alone.
    std::vector<std::size_t> cycle;
    for (std::size_t start = 0; start < changed.size() && cycle.empty(); ++start) cycle = find_cycle(graph, start);
    if (cycle.empty()) cycle = find_cycle(graph, *on_cycle);
    for (const std::size_t place : cycle) {
        // A changed record is known by its id until something that needs it tells its name.
        HM_TRY_ASSIGN(std::string name, name_of_node(context.connection(), graph.nodes[place].id));
        graph.nodes[place].name = std::move(name);
    }
    return fail(cycle_error(graph, cycle));
}

}  // namespace hm
