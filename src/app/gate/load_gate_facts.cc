#include "app/gate/load_gate_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/command/catalog.h"
#include "app/command/named.h"
#include "app/gate/other_project.h"
#include "app/gate/planning_guard.h"
#include "app/gate/trial.h"
#include "app/project/outside_changes.h"
#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "base/strings.h"
#include "domain/texts.h"
#include "engine/gate/facts_of.h"
#include "engine/gate/protected_paths.h"
#include "engine/gate/rules_task.h"
#include "engine/project/paths.h"
#include "store/files/files.h"
#include "store/files/locate.h"
#include "store/queries/gate.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"

namespace hm {
namespace {

constexpr std::size_t most_planned_tasks = 3;
constexpr std::size_t most_tasks = 8;

// What a person alone may run, in an agent's shell too. Beside the catalog: what the command line adds to it, with what
// sets the mode anew (init) and what clients speak through (hook, serve, mcp), where anyone could be said to speak.
std::span<const std::string_view> person_only_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> found{"import",         "uninstall", "install", "purge", "undo", "review undo",
                                            "backup restore", "init",      "hook",    "serve", "mcp",  "trust"};
        for (const Command& command : all_commands()) {
            if (command.access == Access::person) found.push_back(command.name);
        }
        return found;
    }();
    return names;
}

std::span<const std::string_view> asking_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> found{"help", "gate try"};
        // `review` asks, and `review accept` does not.
        const auto begins_a_command = [](std::string_view name) {
            return std::ranges::any_of(all_commands(), [&](const Command& command) {
                return command.name.starts_with(name) && command.name.substr(name.size()).starts_with(' ');
            });
        };
        for (const Query& query : all_queries()) {
            if (!begins_a_command(query.name)) found.push_back(query.name);
        }
        return found;
    }();
    return names;
}

// The catalog of queries is made up only where a text can mean one; without it nothing is allowed that it would refuse.
OwnCommands own_commands(std::string_view text) {
    const bool may_ask = text.find("hivemind") != std::string_view::npos;
    return {person_only_names(), may_ask ? asking_names() : std::span<const std::string_view>{}};
}

// As far as the session's counters tell; an adapter that outlives a call knows of those that failed, too.
std::int64_t made_in_a_row(const ToolUse& use, const Session& session) {
    const bool is_the_last = !use.print.empty() && text_member(session.counters, "last_call") == use.print;
    const json::value* times = session.counters.if_contains("identical_calls");
    const bool is_counted = is_the_last && times != nullptr && times->is_int64();
    return std::max<std::int64_t>(use.made_before, is_counted ? times->get_int64() : 0);
}

std::string_view first_line(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_first_of("\r\n"));
}

// "Run npx jest -u" of `cd web && npx jest -u | tail`: the program that weighs most with its first plain words.
std::string command_words(std::string_view command, std::string_view program) {
    constexpr std::size_t most_characters = 40;
    constexpr std::string_view ends = "|;&<>()\"'`$\\";
    const std::string text = fact_label(first_line(command), 400);
    std::string_view words = text;
    for (std::size_t at = text.find(program); !program.empty() && at != std::string::npos;
         at = text.find(program, at + 1)) {
        const bool begins =
            at == 0 || ends.find(text[at - 1]) != std::string_view::npos || text[at - 1] == ' ' || text[at - 1] == '/';
        if (!begins) continue;
        words = std::string_view(text).substr(at);
        break;
    }
    words = words.substr(0, words.find_first_of(ends));
    while (words.ends_with(' ')) words.remove_suffix(1);
    return words.empty() ? std::string() : shorten(fmt::format("Run {}", words), most_characters);
}

// One call's facts, gathered in the order in which they build on each other.
class Gathering {
public:
    Gathering(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory, Workspace& workspace)
        : use_(use),
          frame_(frame),
          directories_(work_directories(use, directory)),
          workspace_(workspace),
          called_{use.kind, use.tool, use.action},
          who_{frame.session.role.view(), frame.agent} {
        facts_.now = workspace.clock.now();
        facts_.mode = effective_mode(frame.settings, facts_.now);
        // A pause is a person's word and goes before what the person's cancels brought about.
        const bool is_held = is_tightened(frame.session) && !is_paused(frame.settings, facts_.now);
        if (is_held) facts_.mode = GateMode::strict;
        facts_.fail = effective_fail(frame.settings);
        facts_.role = role_fact(frame.settings.roles, frame.session.role.view(), called_);
        facts_.agent = frame.agent;
        facts_.tool = use.tool;
        facts_.kind = use.kind;
        facts_.action = use.action;
        facts_.made_before = made_in_a_row(use, frame.session);
        if (use.kind == ToolKind::other && says_it_looks(use.tool)) facts_.is_change = false;
    }

    Result<GateFacts> gather(Inheriting inheriting) {
        if (use_.kind == ToolKind::shell) HM_TRY(judge_command());
        place_paths();
        if (facts_.shell && !facts_.shell->removes.empty()) {
            HM_TRY_ASSIGN(facts_.removals, load_removals(*facts_.shell, directories_, frame_, workspace_));
        }
        HM_TRY(add_tasks_in_hand());
        if (use_.kind == ToolKind::own && use_.action == "start") HM_TRY(add_target());
        HM_TRY(add_locks());
        if (use_.kind == ToolKind::write || use_.kind == ToolKind::shell) HM_TRY(add_guards());
        HM_TRY_ASSIGN(const std::vector<Grant> grants, grants_in_force(connection(), facts_.now, frame_.bad));
        note_trouble();
        if (facts_.active_tasks.empty() && changes_work(facts_) && !frame_.session.parent_session_id) {
            HM_TRY_ASSIGN(left_,
                          tasks_left_behind(frame_.session.id, frame_.settings, facts_.now, connection(), frame_.bad));
        }
        if (inheriting == Inheriting::yes && begins_work()) HM_TRY(inherit());
        if (facts_.active_tasks.empty() && changes_work(facts_)) HM_TRY(add_planned_tasks());
        HM_TRY(add_way_past_blockers());
        if (frame_.session.parent_session_id) HM_TRY(add_others_changes());
        HM_TRY(take_levels_of_plans());
        if (use_.kind == ToolKind::delegate) HM_TRY(add_delegation());
        if (facts_.active_tasks.empty() && (changes_work(facts_) || use_.kind == ToolKind::delegate))
            say_what_is_done();
        const std::filesystem::path& root = workspace_.store.paths().root;
        take_grants(facts_, grants, grants.empty() ? "" : call_print(frame_.session.id, use_, root), rules_);
        return std::move(facts_);
    }

private:
    Connection& connection() { return workspace_.store.connection(); }

    void say_what_is_done() {
        constexpr std::size_t most_characters = 60;
        facts_.doing = facts_.shell ? command_words(use_.command, facts_.shell->worst.program)
                                    : fact_label(first_line(use_.words), most_characters);
    }

    // A command that is told to run outside the project is judged as one that goes there first.
    Result<void> judge_command() {
        const OwnCommands own = own_commands(use_.command);
        ScriptedJudgement judged = judge_with_scripts(command_from_outside() + use_.command, own);
        // Of what the agent wrote itself: what a script does beside building and testing is not asked for a task.
        facts_.is_change = changes_work(judged.judgement);
        facts_.shell = std::move(judged.judgement);
        for (const std::filesystem::path& directory : directories_) {
            if (judged.scripts.empty()) break;
            HM_TRY(load_scripts(judged.scripts, *facts_.shell, own, directory, workspace_));
        }
        const std::string trouble = directory_trouble();
        if (!trouble.empty() && may_change_files(facts_)) {
            add_effect(*facts_.shell, {ShellClass::unknown, std::string(unknown_directory), trouble});
            facts_.is_change = true;
        }
        return {};
    }

    std::string command_from_outside() const {
        if (use_.directories.empty()) return {};
        const std::filesystem::path& root = workspace_.store.paths().root;
        for (const std::filesystem::path& directory : directories_) {
            const ResolvedPath resolved = resolve_path(root, directory, ".");
            if (resolved.place == PathPlace::outside) return "cd " + shell_word(resolved.shown) + "\n";
        }
        return {};
    }

    // Why nobody can say where the command would run; "" when it can be said.
    std::string directory_trouble() const {
        if (!use_.bad_directory.empty()) {
            return fmt::format("the directory to run in, \"{}\", is not given as text", use_.bad_directory);
        }
        for (std::size_t i = 0; i < use_.directories.size(); ++i) {
            std::error_code error;
            if (std::filesystem::is_directory(directories_[i], error)) continue;
            return fmt::format("it is to run in {}, which is not a directory", use_.directories[i]);
        }
        return {};
    }

    // The home directory is never in the project, however it is spelt.
    void place_paths() {
        const std::vector<std::string>& given = facts_.shell ? facts_.shell->writes : use_.paths;
        if (given.empty()) return;
        const std::filesystem::path& root = workspace_.store.paths().root;
        rules_ = tells_case_apart(root) ? CaseRules::sensitive : CaseRules::insensitive;
        const Role& role = role_or_least(frame_.settings.roles, frame_.session.role.view());
        facts_.paths_left_out = given.size() - std::min(given.size(), most_judged_paths);
        for (const std::string& path : std::span(given).first(given.size() - facts_.paths_left_out)) {
            const bool is_the_same_everywhere = path.starts_with('/') || path.starts_with('~');
            for (const std::filesystem::path& directory : directories_) {
                add_path(path, directory, role);
                if (is_the_same_everywhere) break;
            }
        }
    }

    bool is_scratch_given(const std::filesystem::path& directory) const {
        return std::ranges::any_of(use_.directories, [&](const std::string& given) {
            return given == directory.native() && given.starts_with("/tmp/") && given.find("..") == std::string::npos;
        });
    }

    void add_path(const std::string& path, const std::filesystem::path& directory, const Role& role) {
        const std::filesystem::path& root = workspace_.store.paths().root;
        const bool is_home = path.starts_with("~");
        const ResolvedPath resolved =
            is_home ? ResolvedPath{path, PathPlace::outside} : resolve_path(root, directory, path);
        // What is given a scratch directory to work in may write there, as it may by its full path.
        const bool is_scratch = facts_.shell && resolved.place == PathPlace::outside && is_scratch_given(directory) &&
                                !path.starts_with('/') && resolved.shown.starts_with("/tmp/");
        if (is_scratch) return;
        PathFact fact{.path = resolved.shown};
        fact.is_inside_project = resolved.place == PathPlace::inside;
        fact.is_protected = is_protected_path(resolved.shown, rules_) ||
                            (!fact.is_inside_project && !store_around(resolved.shown).empty()) ||
                            names_a_link(root, directory, path, resolved) ||
                            (fact.is_inside_project && is_also_protected(root, resolved.shown));
        fact.is_in_role_paths = names_path(role.paths, resolved.shown, rules_);
        if (fact.is_inside_project) {
            const std::optional<Time> changed_at = last_change(root / resolved.shown);
            fact.is_new = !changed_at;
            fact.changed_at = changed_at.value_or(Time{});
        }
        if (fact.is_protected && facts_.mode == GateMode::permissive) take_mode_of_owner(path, directory);
        facts_.paths.push_back(std::move(fact));
    }

    // What another project protects is not given away by a project that only records.
    void take_mode_of_owner(const std::string& path, const std::filesystem::path& directory) {
        const char* home = std::getenv("HOME");
        const auto guarded = guarded_elsewhere(absolute_path(path, directory, home == nullptr ? "" : home),
                                               workspace_.store.paths().root, facts_.now);
        if (guarded) facts_.mode = guarded->mode;
    }

    // A protected path that is a link leads elsewhere, and replacing the link changes what is protected.
    bool names_a_link(const std::filesystem::path& root, const std::filesystem::path& directory,
                      const std::string& path, const ResolvedPath& resolved) const {
        if (path.starts_with("~")) return false;
        const std::filesystem::path spelt = directory / path;
        // The usual path is spelt as it resolves; taking it apart again would cost as much as resolving it.
        if (spelt.native().size() == root.native().size() + 1 + resolved.shown.size() &&
            spelt.native().starts_with(root.native()) && spelt.native().ends_with(resolved.shown)) {
            return false;
        }
        const std::string shown = spelt.lexically_normal().lexically_relative(root.lexically_normal()).generic_string();
        return is_protected_path(shown, rules_);
    }

    Result<TaskFact> fact_of(const Task& task) {
        TaskFact fact = task_fact(task, called_, facts_.paths, who_, rules_);
        if (may_change_files(facts_) || use_.kind == ToolKind::own) {
            HM_TRY_ASSIGN(fact.blockers, load_blockers(connection(), task.id));
        }
        return fact;
    }

    Result<void> add_tasks_in_hand() {
        HM_TRY_ASSIGN(const std::vector<Task> active, tasks_in_hand(connection(), frame_.session.id, frame_.bad));
        for (const Task& task : active) {
            if (facts_.active_tasks.size() == most_tasks) break;
            HM_TRY_ASSIGN(TaskFact fact, fact_of(task));
            // A session that holds the task was given it, and so were those it spawned.
            fact.is_assigned_here |= task.assigned_session_id.has_value();
            fact.is_own = task.assigned_session_id == frame_.session.id;
            facts_.active_tasks.push_back(std::move(fact));
        }
        return {};
    }

    Result<void> add_target() {
        if (use_.task_id.empty()) return {};
        const auto id = open_record_named(use_.task_id, connection(), "task");
        if (!id || !*id) return {};
        HM_TRY_ASSIGN(const std::optional<Task> task, find<Task>(connection(), **id, frame_.bad));
        // What cannot start anyway is told by the command itself.
        if (!task || task->status != TaskStatus::planned) return {};
        HM_TRY_ASSIGN(facts_.target, fact_of(*task));
        return {};
    }

    Result<void> add_locks() {
        for (PathFact& path : facts_.paths) {
            const NameCase name_case = rules_ == CaseRules::sensitive ? NameCase::counts : NameCase::counts_not;
            HM_TRY_ASSIGN(const std::vector<Id> holders, lock_holders(connection(), path.path, name_case));
            const auto& own = facts_.active_tasks;
            const auto holder = std::find_if(holders.begin(), holders.end(), [&](const Id& id) {
                return std::none_of(own.begin(), own.end(), [&](const TaskFact& task) { return task.id == id; });
            });
            if (holder == holders.end()) continue;
            HM_TRY_ASSIGN(const std::optional<Task> task, find<Task>(connection(), *holder, frame_.bad));
            path.locked_by_task = task ? task->name.str() : holder->text();
        }
        return {};
    }

    // Only documents are looked at: no other write costs anything here.
    Result<void> add_guards() {
        for (PathFact& path : facts_.paths) {
            if (!path.is_inside_project || path.is_protected || !is_document(path.path)) continue;
            HM_TRY_ASSIGN(const bool is_plan, is_plans_document(path.path));
            if (!is_plan) continue;
            const GuardAnswer answer = guard_of(path.path, frame_.session.id, workspace_);
            path.is_unread_plan = answer == GuardAnswer::read_first;
            path.is_changed_plan = answer == GuardAnswer::changed_since_read;
        }
        return {};
    }

    // By its name, or because the plan that is worked on says so.
    Result<bool> is_plans_document(std::string_view path) {
        if (is_planning_file(path, rules_)) return true;
        for (const TaskFact& task : facts_.active_tasks) {
            HM_TRY_ASSIGN(const auto plan, plan_of_task(connection(), task.id, frame_.bad));
            if (plan && plan->sot_document_path && plan->sot_document_path->view() == path) return true;
        }
        return false;
    }

    void note_trouble() {
        if (frame_.bad.empty()) return;
        const BadRow& row = frame_.bad.front();
        facts_.trouble = fmt::format("{} {}: {}", row.table, row.id, row.reason);
    }

    Result<std::optional<Id>> plan_in_view() {
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection(), frame_.session.id));
        return hm::plan_in_view(connection(), line);
    }

    // A plan may ask to be held more strictly than its project. A pause goes before it.
    Result<void> take_levels_of_plans() {
        const bool can_matter = changes_work(facts_) || use_.kind == ToolKind::delegate || facts_.target;
        if (!can_matter || facts_.mode == GateMode::strict || is_paused(frame_.settings, facts_.now)) return {};
        for (const TaskFact& task : facts_.active_tasks) {
            HM_TRY_ASSIGN(const auto plan, plan_level_of_task(connection(), task.id));
            if (plan) take_level_of(*plan);
        }
        if (facts_.target) {
            HM_TRY_ASSIGN(const auto plan, plan_level_of_task(connection(), facts_.target->id));
            if (plan) take_level_of(*plan);
        }
        if (!facts_.active_tasks.empty() || facts_.target) return {};
        HM_TRY_ASSIGN(const auto in_view, plan_in_view());
        if (!in_view) return {};
        HM_TRY_ASSIGN(const auto plan, plan_level(connection(), *in_view));
        if (plan) take_level_of(*plan);
        return {};
    }

    void take_level_of(const Plan& plan) {
        const GateMode mode = mode_under(facts_.mode, plan);
        if (mode == facts_.mode) return;
        facts_.mode = mode;
        facts_.strict_by_plan = plan.title.str();
    }

    // Whether this write goes on with the task: it changes a file that the task changed, holds or allows.
    Result<bool> goes_on_with(const Task& task) {
        for (const PathFact& path : facts_.paths) {
            if (!path.is_inside_project) continue;
            // Without patterns everything is allowed, and nothing said.
            const auto is_named = [&](const std::vector<FilePath>& patterns) {
                return !patterns.empty() && names_path(patterns, path.path, rules_);
            };
            if (is_named(task.file_locks) || is_named(task.allowed_paths)) return true;
            HM_TRY_ASSIGN(const bool has_changed, has_task_changed(connection(), task.id, path.path));
            if (has_changed) return true;
        }
        return false;
    }

    TaskFact left_fact(const HeldTask& held) {
        TaskFact fact = task_fact(held.task, called_, facts_.paths, who_, rules_);
        fact.left_by = holder_text({held.holder.session, held.holder.liveness, held.holder.last_heard_at});
        return fact;
    }

    // The one task that was left behind and that this write goes on with; of several none.
    Result<void> inherit_left_work() {
        std::vector<TaskFact> candidates;
        for (const HeldTask& held : left_) {
            TaskFact fact = left_fact(held);
            HM_TRY_ASSIGN(const bool goes_on, goes_on_with(held.task));
            if (!goes_on || !fact.is_assigned_here) continue;
            HM_TRY_ASSIGN(fact.blockers, load_blockers(connection(), held.task.id));
            candidates.push_back(std::move(fact));
        }
        if (candidates.size() != 1) return {};
        for (PathFact& path : facts_.paths) {
            if (path.locked_by_task == candidates.front().name) path.locked_by_task.reset();
        }
        facts_.active_tasks = std::move(candidates);
        facts_.is_inherited = true;
        return {};
    }

    // Only what writes named files begins a task: nobody means to begin one by tidying up.
    bool begins_work() const {
        const bool writes = use_.kind == ToolKind::write || (facts_.shell && !facts_.paths.empty());
        return writes && changes_work(facts_) && facts_.removals.empty();
    }

    // Without a task in hand, the one that is plainly meant: what was handed to this agent, what the session itself has
    // handed in and goes on with, or the one that is next.
    Result<void> inherit() {
        if (!facts_.role.may_use_tool || !facts_.role.may_write_files) return {};
        const bool is_own = std::ranges::any_of(facts_.active_tasks, [](const TaskFact& task) { return task.is_own; });
        if (is_own) return {};
        HM_TRY_ASSIGN(const std::vector<Task> handed, tasks_handed_here());
        if (!handed.empty()) {
            // What was handed out binds: not even the parent's task stands beside it.
            facts_.active_tasks.clear();
            return inherit_one_of(handed);
        }
        if (!facts_.active_tasks.empty()) return {};
        HM_TRY(inherit_left_work());
        if (facts_.is_inherited) return {};
        HM_TRY_ASSIGN(std::vector<Task> reviewed, tasks_in_review_of(connection(), frame_.session.id, frame_.bad));
        if (!reviewed.empty()) {
            reviewed.resize(1);
            return inherit_one_of(reviewed);
        }
        HM_TRY_ASSIGN(const auto plan, plan_in_view());
        if (!plan) return {};
        HM_TRY_ASSIGN(const std::vector<Task> planned, next_tasks(connection(), *plan, frame_.bad));
        return inherit_one_of(planned);
    }

    Result<std::vector<Task>> tasks_handed_here() {
        std::vector<Task> tasks;
        HM_TRY_ASSIGN(const std::vector<Delegation> offered,
                      delegations_offered_to(frame_.session, frame_.agent, frame_.settings, facts_.now, connection(),
                                             frame_.bad));
        for (const Delegation& each : offered) {
            HM_TRY_ASSIGN(auto task, find<Task>(connection(), each.task_id, frame_.bad));
            if (task && task->status == TaskStatus::planned) tasks.push_back(std::move(*task));
        }
        return tasks;
    }

    // The only one of them that may begin and is this agent's; of several the only one that the call fits into.
    Result<void> inherit_one_of(const std::vector<Task>& tasks) {
        std::vector<TaskFact> candidates;
        for (const Task& task : tasks) {
            TaskFact fact = task_fact(task, called_, facts_.paths, who_, rules_);
            if (!fact.is_assigned_here) continue;
            HM_TRY_ASSIGN(fact.blockers, load_blockers(connection(), task.id));
            if (fact.blockers.empty()) candidates.push_back(std::move(fact));
        }
        if (candidates.size() > 1) {
            std::erase_if(candidates, [](const TaskFact& task) { return !task.allows_tool || task.out_of_scope; });
        }
        if (candidates.size() != 1) return {};
        facts_.active_tasks = std::move(candidates);
        facts_.is_inherited = true;
        return {};
    }

    // What could be started instead: of the plan in view in its order, else of what was planned last. A task
    // that is itself held back, or another's, is no way out.
    Result<void> add_planned_tasks() {
        for (const HeldTask& held : left_) {
            if (facts_.planned_tasks.size() < most_planned_tasks) facts_.planned_tasks.push_back(left_fact(held));
        }
        constexpr std::int64_t most_looked_at = 50;
        HM_TRY_ASSIGN(std::vector<Task> planned, tasks_handed_here());
        HM_TRY_ASSIGN(const auto plan, plan_in_view());
        if (planned.empty() && plan) {
            HM_TRY_ASSIGN(planned, next_tasks(connection(), *plan, frame_.bad));
        }
        if (planned.empty()) {
            HM_TRY_ASSIGN(planned, list_tasks(connection(), TaskStatus::planned, most_looked_at, frame_.bad));
            std::erase_if(planned, [](const Task& task) { return task.planned_ahead; });
            std::ranges::sort(planned, {}, &Task::id);
        }
        for (const Task& task : planned) {
            if (facts_.planned_tasks.size() == most_planned_tasks) break;
            if (is_given_to_another(task, who_.agent, who_.role)) continue;
            HM_TRY_ASSIGN(const std::vector<Blocker> blockers, load_blockers(connection(), task.id));
            if (blockers.empty())
                facts_.planned_tasks.push_back({.id = task.id, .name = task.name.str()});
            else if (!facts_.held_task)
                note_held(task, blockers);
        }
        return {};
    }

    // A task around the one that waits would be no way out, unless the call is none of its business. What belongs to
    // something that is over waits for nothing.
    void note_held(const Task& task, const std::vector<Blocker>& blockers) {
        const bool is_over = std::ranges::any_of(blockers, [](const Blocker& blocker) {
            return blocker.as == AwaitedAs::plan || blocker.as == AwaitedAs::phase || blocker.as == AwaitedAs::parent;
        });
        if (is_over) return;
        TaskFact fact = task_fact(task, called_, facts_.paths, who_, rules_);
        if (!fact.allows_tool || fact.out_of_scope) return;
        fact.blockers = blockers;
        facts_.held_task = std::move(fact);
    }

    Result<void> add_way_past_blockers() {
        if (!changes_work(facts_) && !facts_.target) return {};
        const TaskFact* held = refusing_task(facts_, TaskTest::may_go_on);
        if (held == nullptr) return {};
        HM_TRY_ASSIGN(const auto first, first_startable(held->blockers, connection(), frame_.bad));
        if (first && !is_given_to_another(*first, who_.agent, who_.role)) {
            facts_.planned_tasks.insert(facts_.planned_tasks.begin(), {.id = first->id, .name = first->name.str()});
        }
        return {};
    }

    // Files that another agent of the same task changed since this one looked at them.
    Result<void> add_others_changes() {
        if (!changes_work(facts_) || facts_.is_inherited) return {};
        for (PathFact& path : facts_.paths) {
            if (!path.is_inside_project || path.is_new) continue;
            for (const TaskFact& task : facts_.active_tasks) {
                HM_TRY_ASSIGN(const auto other, changed_by_other(connection(), task.id, frame_.session.id, path.path));
                if (other) path.changed_by = other->by;
            }
        }
        return {};
    }

    Result<void> add_delegation() {
        DelegationFact asked;
        asked.to = comparable(use_.agent, CaseRules::insensitive);
        HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection(), frame_.session.id));
        asked.depth = static_cast<std::int64_t>(std::max<std::size_t>(line.size(), 1));
        for (const Id& id : line) {
            HM_TRY_ASSIGN(const auto session, find<Session>(connection(), id, frame_.bad));
            const bool is_this = id == frame_.session.id;
            const std::string agent = is_this                     ? frame_.agent
                                      : session && session->agent ? session->agent->str()
                                                                  : std::string();
            if (!agent.empty()) asked.line.push_back(comparable(agent, CaseRules::insensitive));
        }
        HM_TRY_ASSIGN(const bool has_planned, has_planned_task(connection()));
        // Whoever only looks needs nothing on the list; whether a client's own agent writes is seen when it does.
        const Role* starts = find_role(frame_.settings.roles, without_own_prefix(asked.to));
        const bool writes = starts != nullptr && starts->write_files;
        asked.has_todo = has_planned || !facts_.active_tasks.empty() || !writes;
        facts_.delegation = std::move(asked);
        return {};
    }

    const ToolUse& use_;
    HookFrame& frame_;
    std::vector<std::filesystem::path> directories_;
    Workspace& workspace_;
    CalledTool called_;
    Assignee who_;
    CaseRules rules_ = CaseRules::sensitive;
    std::vector<HeldTask> left_;
    GateFacts facts_;
};

}  // namespace

Result<GateFacts> load_gate_facts(const ToolUse& use, HookFrame& frame, const std::filesystem::path& directory,
                                  Workspace& workspace, Inheriting inheriting) {
    // All facts are of one moment, and one lock for all of them is a tenth faster than one for each.
    HM_TRY_ASSIGN(const Snapshot snapshot, Snapshot::begin(workspace.store.connection()));
    return Gathering(use, frame, directory, workspace).gather(inheriting);
}

}  // namespace hm
