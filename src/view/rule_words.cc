#include "view/rule_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "base/utf8.h"
#include "engine/gate/delegation_limits.h"
#include "engine/gate/task_scope.h"

namespace hm {
namespace {

std::string shown(std::string_view text) {
    return shorten(text, 200);
}

std::string task_line(const TaskFact& task) {
    return fmt::format("\"{}\" ({})", shown(task.name), task.id.text());
}

// How strictly the call is held, and who asked for it when it is not the project.
std::string mode_words(const GateFacts& facts) {
    const std::string mode = fmt::format("mode {}", name_of(facts.mode));
    return facts.strict_by_plan.empty()
               ? mode
               : fmt::format("{} (asked for by the plan \"{}\")", mode, shown(facts.strict_by_plan));
}

// Who asks: the agent as its client names it, with its role.
std::string who(const GateFacts& facts) {
    return facts.agent.empty() || facts.agent == facts.role.name
               ? fmt::format("\"{}\"", facts.role.name)
               : fmt::format("\"{}\" with the role \"{}\"", shown(facts.agent), facts.role.name);
}

FourParts trouble(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{}, while a record that governs it cannot be read.", facts.tool),
            "What the gate decides on may be incomplete.",
            "Ask the person to run `hivemind doctor --fix`; reading and HiveMind's own tools work meanwhile.",
            {shown(verdict.subject), fmt::format("fails {}", name_of(facts.fail))}};
}

FourParts unknown_role(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} by the role {}.", facts.tool, shown(verdict.subject)),
            "Nobody described this role, so it may only look.",
            "Report what should be done, or ask the person to describe the role with `hivemind role set`.",
            {fmt::format("no role \"{}\" among those of `hivemind role list`", shown(verdict.subject))}};
}

FourParts role_may_not(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} by the role {}.", shown(verdict.subject), facts.role.name),
            fmt::format("This role may not use it. {}", facts.role.sentence),
            "Report what should be done; the agent that spawned you can do it or give it to an executor.",
            {fmt::format("role {} has no right to {}", facts.role.name,
                         facts.kind == ToolKind::own ? shown(verdict.subject) : std::string(name_of(facts.kind)))}};
}

FourParts tool_not_in_task(const Verdict& verdict, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::allows_tool);
    return {fmt::format("You tried to use \"{}\" under the task \"{}\".", shown(verdict.subject), shown(task.name)),
            fmt::format("This task may be done with these tools only: {}.", fmt::join(task.allowed, ", ")),
            "Use one of them, or ask whoever planned the task to widen allowed_tools.",
            {fmt::format("task {}.allowed_tools = [{}]", task.id.text(), fmt::join(task.allowed, ", "))}};
}

FourParts needs_task(const Verdict& verdict, const GateFacts& facts) {
    FourParts parts;
    const bool names_a_file = verdict.subject != facts.tool;
    parts.what = fmt::format("{}{} without an active task.", facts.tool,
                             names_a_file ? " on " + std::string(shown(verdict.subject)) : "");
    parts.why = "Every change belongs to a task, so that it can be traced, checked and undone.";
    if (facts.planned_tasks.empty()) {
        parts.use_instead =
            "Call govern_task with {\"action\":\"start\",\"name\":\"<what you are doing>\"}, then repeat "
            "the call.";
    } else {
        parts.use_instead = fmt::format(
            "Call govern_task with {{\"action\":\"start\",\"id\":\"{}\"}} for {}, or with a name for new "
            "work, then repeat the call.",
            facts.planned_tasks.front().id.text(), shown(facts.planned_tasks.front().name));
    }
    parts.evidence.push_back(fmt::format("{}, role {}, active tasks: 0", mode_words(facts), facts.role.name));
    for (const TaskFact& task : facts.planned_tasks) parts.evidence.push_back("planned: " + task_line(task));
    return parts;
}

// What was tried on a task that is held back: to start it, or to write under it.
std::string tried(const TaskFact& task, const GateFacts& facts) {
    if (facts.target) return fmt::format("You tried to start task \"{}\", which is blocked.", shown(task.name));
    return fmt::format("You tried to use \"{}\" but task \"{}\" has status \"blocked\".", facts.tool, shown(task.name));
}

// What holds the task back first. A gate on the same task says more than the bare dependency: why the order is so.
const Blocker& told_blocker(const TaskFact& task, TaskTest test) {
    const Blocker& first = *first_blocker(task, test);
    const auto gate = std::find_if(task.blockers.begin(), task.blockers.end(), [&](const Blocker& blocker) {
        return blocker.as == AwaitedAs::temporal_gate && blocker.id == first.id;
    });
    return first.as == AwaitedAs::dependency && gate != task.blockers.end() ? *gate : first;
}

FourParts held_back(const GateFacts& facts, TaskTest test) {
    const TaskFact& task = *refusing_task(facts, test);
    const Blocker& blocker = told_blocker(task, test);
    FourParts parts{tried(task, facts), fmt::format("The task {}.", to_words(blocker)), remedy_of(blocker), {}};
    if (blocker.as == AwaitedAs::dependency || blocker.as == AwaitedAs::temporal_gate) {
        parts.why = fmt::format("Task depends on \"{}\" which has status \"{}\".", shown(blocker.name), blocker.status);
        if (!blocker.reason.empty()) parts.why += fmt::format("\n     Temporal gate: \"{}\"", shown(blocker.reason));
        parts.use_instead =
            fmt::format("Wait for \"{}\" to complete, or ask the coordinator to adjust dependencies. {}",
                        shown(blocker.name), remedy_of(blocker));
    }
    if (!facts.strict_by_plan.empty()) parts.evidence.push_back(mode_words(facts));
    const std::string_view by =
        blocker.as == AwaitedAs::temporal_gate ? "temporal_gate.after_task_id" : name_of(blocker.as);
    parts.evidence.push_back(fmt::format("task {}.{} = \"{}\", {}.status = \"{}\"", task.id.text(), by,
                                         blocker.id.text(), blocker.id.text(), blocker.status));
    return parts;
}

FourParts assigned_to_another(const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::is_assigned_here);
    const std::string giver = task.delegated_by.empty() ? "" : fmt::format(" (delegated by: {})", task.delegated_by);
    return {fmt::format("You tried to {} task \"{}\" but you are {}.", facts.target ? "start" : "work on",
                        shown(task.name), who(facts)),
            fmt::format("This task is assigned to \"{}\"{}.", task.assigned_to, giver),
            fmt::format("Report your findings and let the coordinator delegate execution to \"{}\".", task.assigned_to),
            {fmt::format("task {}.assigned_to = \"{}\", your role = \"{}\"", task.id.text(), task.assigned_to,
                         facts.role.name)}};
}

FourParts too_many_paths(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {} in one call.", facts.tool, verdict.subject),
            "Each path is looked at before it is written, and no call may be larger than that look.",
            "Make several calls with fewer paths each, or name a folder or a pattern instead of its files.",
            {fmt::format("{} paths looked at, at least {} left out", facts.paths.size(), facts.paths_left_out)}};
}

FourParts path_not_in_role(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {} by the role {}.", facts.tool, shown(verdict.subject), facts.role.name),
            fmt::format("This role writes in its own paths only. {}", facts.role.sentence),
            "Write there, or report what should be changed; `hivemind role list` names the paths.",
            {fmt::format("resolved path: {}", shown(verdict.subject))}};
}

FourParts path_not_in_task(const Verdict& verdict, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::allows_paths);
    return {fmt::format("{} on {} under the task \"{}\".", facts.tool, shown(verdict.subject), shown(task.name)),
            fmt::format("This task may change these paths only: {}.", fmt::join(task.allowed, ", ")),
            "Work within them, or ask whoever planned the task to widen allowed_paths.",
            {fmt::format("resolved path: {}", shown(verdict.subject)),
             fmt::format("task {}.allowed_paths = [{}]", task.id.text(), fmt::join(task.allowed, ", "))}};
}

FourParts outside(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown(verdict.subject)),
            "The path leads outside the project once links and .. are resolved.",
            "Write to a path inside the project, or ask the person to make this change.",
            {fmt::format("resolved path: {}", shown(verdict.subject))}};
}

FourParts is_locked(const Verdict& verdict, const GateFacts& facts) {
    std::string holder;
    for (const PathFact& path : facts.paths) {
        if (path.path == verdict.subject && path.locked_by_task) holder = *path.locked_by_task;
    }
    return {fmt::format("{} on {}.", facts.tool, shown(verdict.subject)),
            fmt::format("Another task holds this file: \"{}\".", shown(holder)),
            "Work on another file, or wait until that task ends; `hivemind task list` shows it.",
            {fmt::format("lock on {} held by \"{}\"", shown(verdict.subject), shown(holder))}};
}

FourParts is_protected(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown(verdict.subject)),
            "This file is protected: it holds secrets, history, or what governs you.",
            fmt::format("Leave it as it is, or ask the person to change it, or to allow it with `hivemind grant {}`.",
                        shell_word(verdict.subject)),
            {fmt::format("protected path: {}", shown(verdict.subject))}};
}

FourParts not_read(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}, which this session has not read.", facts.tool, shown(verdict.subject)),
            "It is a planning file: what others put into it is lost when it is written unread.",
            "Read the file, then write it.",
            {fmt::format("no look of this session at {} is recorded", shown(verdict.subject))}};
}

FourParts changed_since_read(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}, which somebody changed since you read it.", facts.tool, shown(verdict.subject)),
            "It is a planning file, and your write would be made from what it no longer says.",
            "Read the file again, take in what changed, then write it.",
            {fmt::format("content or lines of {} are not those of your last look", shown(verdict.subject))}};
}

// What the gate objected to; it has looked in the same order.
const ShellEffect& refused_effect(const Verdict& verdict, const GateFacts& facts) {
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.why == verdict.subject) return effect;
    }
    return facts.shell->worst;
}

FourParts directory_unknown(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{}: {}.", facts.tool, shown(verdict.subject)),
            "Where a command runs decides which files it changes.",
            "Name a directory that exists, or leave the argument out and use paths from the project's directory.",
            {fmt::format("class unknown, role {}, {}", facts.role.name, mode_words(facts))}};
}

FourParts shell_refused(const Verdict& verdict, const GateFacts& facts) {
    const ShellEffect& effect = refused_effect(verdict, facts);
    if (effect.program == unknown_directory) return directory_unknown(verdict, facts);
    FourParts parts{fmt::format("{}: {}.", facts.tool, shown(verdict.subject)),
                    fmt::format("The role {} may not run commands of the class {}. {}", facts.role.name,
                                name_of(effect.shell_class), facts.role.sentence),
                    "Report what should be run; an agent with the right role can run it.",
                    {fmt::format("class {}, role {}", name_of(effect.shell_class), facts.role.name)}};
    if (effect.is_for_person) {
        parts.why = "Only a person may do this: it changes what governs the agents.";
        parts.use_instead = "Ask the person you work for to run it.";
    } else if (effect.shell_class == ShellClass::destructive) {
        parts.why = "It destroys, or hands the choice of what is done to others; that cannot be taken back.";
        parts.use_instead =
            "Do it step by step on named files, or ask the person to run it, or to allow the class with `hivemind "
            "grant destructive`.";
    }
    return parts;
}

// Why what goes cannot be brought back, of one file of it.
std::string_view loss_words(LossReason reason) {
    switch (reason) {
        case LossReason::modified: return "changed since the last commit";
        case LossReason::untracked: return "not known to git";
        case LossReason::ignored: return "ignored by git, and not the output of a recorded call";
        case LossReason::unversioned: return "in no git repository";
        case LossReason::foreign: return "of another repository, or part of its history";
        case LossReason::not_seen: return "not looked through: too large, or git gave no answer in time";
        case LossReason::nothing: break;
    }
    return "safe";
}

FourParts not_restorable(const Verdict& verdict, const GateFacts& facts) {
    const auto found = std::find_if(facts.removals.begin(), facts.removals.end(),
                                    [](const RemovalFact& removal) { return removal.reason != LossReason::nothing; });
    const RemovalFact removal = found == facts.removals.end() ? RemovalFact{.path = verdict.subject} : *found;
    std::vector<std::string> named;
    for (const std::string& file : removal.named) named.push_back(shown(file));
    const std::size_t others = removal.lost - std::min(removal.lost, named.size());
    std::string lost = named.empty() ? std::string("what it holds") : fmt::format("{}", fmt::join(named, ", "));
    if (others > 0) lost += fmt::format(" and {} more", others);
    return {
        fmt::format("{} removes {} with all it holds. Lost for good: {}.", facts.tool, shown(verdict.subject), lost),
        fmt::format("Nobody could bring it back: {}; no recorded call of this session made it.",
                    loss_words(removal.reason)),
        fmt::format("Move it aside, commit it first, or remove single files by their names; or ask the person to "
                    "remove it, or to allow it with `hivemind grant destructive`."),
        {fmt::format("{}: {} {}, {}", shown(verdict.subject), removal.lost, removal.lost == 1 ? "file" : "files",
                     name_of(removal.reason)),
         fmt::format("role {}", facts.role.name)}};
}

FourParts shell_not_judged(const Verdict& verdict, const GateFacts& facts) {
    if (facts.shell->worst.program == unknown_directory) return directory_unknown(verdict, facts);
    return {fmt::format("{}: {}.", facts.tool, shown(verdict.subject)),
            "What it does cannot be told by reading it, so no rule can hold it.",
            "Put the code into a file of the project and run that file, or use plain commands with plain names.",
            {fmt::format("class {}, role {}, {}", name_of(facts.shell->worst.shell_class), facts.role.name,
                         mode_words(facts))}};
}

FourParts too_deep(const GateFacts& facts) {
    return {fmt::format("{} from an agent that is {} steps below the first.", facts.tool, facts.delegation->depth - 1),
            fmt::format("Work is handed on at most {} times, or nobody can follow it.", deepest_delegation),
            "Do this part yourself, or report to the agent that started you.",
            {fmt::format("depth {} of at most {}", facts.delegation->depth, deepest_delegation)}};
}

FourParts goes_round(const GateFacts& facts) {
    const std::vector<std::string> line(facts.delegation->line.rbegin(), facts.delegation->line.rend());
    return {fmt::format("{} to \"{}\", which already waits for this work.", facts.tool, shown(facts.delegation->to)),
            "The work would come back to an agent that handed it on.",
            "Do it yourself, give it to another agent, or report to the agent that started you.",
            {fmt::format("{} → {}", fmt::join(line, " → "), facts.delegation->to)}};
}

FourParts without_todo(const GateFacts& facts) {
    return {fmt::format("{} while no task says what is to be done.", facts.tool),
            "What is handed on must be written down first, or nobody can tell whether it was done.",
            "Plan it with govern_plan plan_tasks, or start a task with govern_task, then repeat the call.",
            {fmt::format("planned tasks: 0, active tasks: 0, {}", mode_words(facts))}};
}

FourParts over_and_over(const GateFacts& facts) {
    return {
        fmt::format("{}, the same for the {}. time in a row.", facts.tool, facts.made_before + 1),
        "The same call brings the same answer. Whatever is missing, it is not in there.",
        "Look at the last answer again and do something else; or mark the way as failed with hivemind_memory "
        "flag_false_path, and tell the person where you are stuck.",
        {fmt::format("made {} times in a row with the same arguments, and no other call between", facts.made_before)}};
}

}  // namespace

FourParts explain(const Verdict& verdict, const GateFacts& facts) {
    switch (verdict.rule) {
        case GateRule::store_healthy: return trouble(verdict, facts);
        case GateRule::role_known: return unknown_role(verdict, facts);
        case GateRule::role_may_use_tool: return role_may_not(verdict, facts);
        case GateRule::task_allows_tool: return tool_not_in_task(verdict, facts);
        case GateRule::write_needs_task: return needs_task(verdict, facts);
        case GateRule::task_may_go_on: return held_back(facts, TaskTest::may_go_on);
        case GateRule::task_assigned_here: return assigned_to_another(facts);
        case GateRule::paths_can_be_judged: return too_many_paths(verdict, facts);
        case GateRule::path_in_role: return path_not_in_role(verdict, facts);
        case GateRule::path_in_task: return path_not_in_task(verdict, facts);
        case GateRule::path_inside_project: return outside(verdict, facts);
        case GateRule::path_not_locked: return is_locked(verdict, facts);
        case GateRule::path_not_protected: return is_protected(verdict, facts);
        case GateRule::planning_file_unchanged: return changed_since_read(verdict, facts);
        case GateRule::planning_file_read: return not_read(verdict, facts);
        case GateRule::decisions_taken: return held_back(facts, TaskTest::decisions_taken);
        case GateRule::shell_class_allowed: return shell_refused(verdict, facts);
        case GateRule::removal_restorable: return not_restorable(verdict, facts);
        case GateRule::shell_can_be_judged: return shell_not_judged(verdict, facts);
        case GateRule::delegation_depth: return too_deep(facts);
        case GateRule::delegation_cycle: return goes_round(facts);
        case GateRule::delegation_todo: return without_todo(facts);
        case GateRule::call_not_repeated: return over_and_over(facts);
        case GateRule::none: break;
    }
    HM_ASSERT(verdict.rule != GateRule::none);
    return {};
}

}  // namespace hm
