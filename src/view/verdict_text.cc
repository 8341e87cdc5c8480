#include "view/verdict_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/short_id.h"
#include "base/strings.h"
#include "base/time.h"
#include "engine/gate/rules.h"
#include "engine/gate/rules_task.h"
#include "view/text.h"

namespace hm {
namespace {

std::string called(const GateFacts& facts) {
    return facts.action.empty() ? facts.tool : fmt::format("{} action={}", facts.tool, facts.action);
}

std::string_view words_of(ChainMark mark) {
    switch (mark) {
        case ChainMark::none: return "";
        case ChainMark::yours: return " ← YOUR TASK";
        case ChainMark::blocking: return " ← BLOCKING";
        default: return " ← YOUR TASK, BLOCKING";
    }
}

std::string chain_text(const std::vector<ChainRow>& chain) {
    std::string text = "CHAIN STATUS:\n";
    for (const ChainRow& row : chain) {
        const std::string status = row.status.empty() ? "" : fmt::format(" [{}]", row.status);
        text += fmt::format("{:{}}{}{}{}\n", "", 2 + 2 * row.depth, shorten(row.name, 120), status, words_of(row.mark));
    }
    return text;
}

// Told only where it says something: a context so full, or so much that is past its date, may be why the call was made.
std::string context_text(const RefusalContext& context) {
    constexpr std::int64_t many_outputs = 80, many_stale = 10;
    if (context.tool_outputs < many_outputs && context.stale < many_stale) return {};
    return fmt::format(
        "\nDRIFT: {} anchors, {} checkpoints recorded in this session.\n"
        "POISONING LEVEL: high ({} tool outputs in context, {} stale)\n",
        context.anchors, context.checkpoints, context.tool_outputs, context.stale);
}

// The same words again would not help.
std::string looping_text(const Verdict& verdict, const GateFacts& facts, const RefusalContext& context) {
    const FourParts parts = explain(verdict, facts);
    return fmt::format(
        "GOVERNANCE BLOCK: {} denied, for the {}. time\n\n"
        "This very call was refused before and will be refused again. Do not repeat it.\n"
        "GET OUT: {}\n"
        "Or stop here and tell the person; `hivemind why {}` shows them why, `hivemind approve {}` allows it once.\n",
        called(facts), verdict.attempt, parts.use_instead, context.event_id, context.event_id);
}

}  // namespace

std::string verdict_headline(const Verdict& verdict, const GateFacts& facts) {
    return verdict.outcome == Outcome::block ? "Refused: " + explain(verdict, facts).what : std::string();
}

std::string render_refusal(const Verdict& verdict, const GateFacts& facts, const RefusalContext& context) {
    if (verdict.attempt >= looping_attempt) return looping_text(verdict, facts, context);
    std::string text = fmt::format("GOVERNANCE BLOCK: {} denied. Nothing was changed.\n\n", called(facts));
    text += to_text(explain(verdict, facts));
    if (!context.chain.empty()) text += "\n" + chain_text(context.chain);
    return text + context_text(context);
}

std::string render_leave(const Verdict& verdict, const GateFacts& facts) {
    std::string text;
    if (verdict.lifted_by != LiftedBy::nobody) {
        text = fmt::format("HiveMind let this call through: a person {} it. The rule {} stays in force otherwise.\n",
                           verdict.lifted_by == LiftedBy::approval ? "approved" : "lifted the rule for",
                           name_of(verdict.rule));
    }
    if (facts.is_inherited) {
        const TaskFact& task = facts.active_tasks.front();
        text += task.left_by.empty()
                    ? fmt::format("This call began the task \"{}\" ({}). End it with govern_task complete.\n",
                                  shorten(task.name, 200), short_id(task.id))
                    : fmt::format("This call took up \"{}\" ({}), left by {}. It is yours now, with its locks.\n",
                                  shorten(task.name, 200), short_id(task.id), task.left_by);
    }
    return text;
}

namespace {

std::string shown_word(std::string_view text) {
    return shorten(text, 200);
}

std::string task_line(const TaskFact& task) {
    return fmt::format("\"{}\" ({})", shown_word(task.name), short_id(task.id));
}

// How strictly the call is held, and who asked for it when it is not the project.
std::string mode_words(const GateFacts& facts) {
    const std::string mode = fmt::format("mode {}", name_of(facts.mode));
    return facts.strict_by_plan.empty()
               ? mode
               : fmt::format("{} (asked for by the plan \"{}\")", mode, shown_word(facts.strict_by_plan));
}

// The call that begins a task, ready to be made.
std::string start_call(std::string_view task) {
    return fmt::format("govern_task with {}", to_text(json::object{{"action", "start"}, {"task", task}}));
}

std::string start_call(const TaskFact& task) {
    return start_call(short_id(task.id));
}

std::string start_call(const Verdict& verdict, const GateFacts& facts) {
    const bool names_a_file = verdict.subject != facts.tool;
    if (names_a_file) return start_call(fmt::format("Change {}", shorten(verdict.subject, 80)));
    if (!facts.doing.empty()) return start_call(facts.doing);
    return start_call(facts.shell ? fmt::format("Run {}", shorten(facts.shell->worst.program, 80))
                                  : fmt::format("Use {}", shorten(facts.tool, 80)));
}

// Who asks: the agent as its client names it, with its role.
std::string who(const GateFacts& facts) {
    return facts.agent.empty() || facts.agent == facts.role.name
               ? fmt::format("\"{}\"", facts.role.name)
               : fmt::format("\"{}\" with the role \"{}\"", shown_word(facts.agent), facts.role.name);
}

FourParts trouble(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{}, while a record that governs it cannot be read.", facts.tool),
            "What the gate decides on may be incomplete.",
            "Ask the person to run `hivemind doctor --fix`; reading and HiveMind's own tools work meanwhile.",
            {shown_word(verdict.subject), fmt::format("fails {}", name_of(facts.fail))}};
}

FourParts unknown_role(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} by the role {}.", facts.tool, shown_word(verdict.subject)),
            "Nobody described this role, so it may only look.",
            "Report what should be done, or ask the person to describe the role with `hivemind role set`.",
            {fmt::format("no role \"{}\" among those of `hivemind role list`", shown_word(verdict.subject))}};
}

FourParts role_may_not(const Verdict& verdict, const GateFacts& facts) {
    return {
        fmt::format("{} by the role {}.", shown_word(verdict.subject), facts.role.name),
        fmt::format("This role may not use it. {}", facts.role.sentence),
        facts.role.may_delegate
            ? "Hand it on: govern_delegate assign with a planned task, then start a subagent; it takes the task up."
            : "Report what should be done; the agent that started you can do it, or hand it on.",
        {fmt::format("role {} has no right to {}", facts.role.name,
                     facts.kind == ToolKind::own ? shown_word(verdict.subject) : std::string(name_of(facts.kind)))}};
}

FourParts tool_not_in_task(const Verdict& verdict, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::allows_tool);
    return {fmt::format("You tried to use \"{}\" under the task \"{}\".", shown_word(verdict.subject),
                        shown_word(task.name)),
            fmt::format("This task may be done with these tools only: {}.", fmt::join(task.allowed, ", ")),
            "Use one of them, or ask whoever planned the task to widen allowed_tools.",
            {fmt::format("task {}.allowed_tools = [{}]", task.id.text(), fmt::join(task.allowed, ", "))}};
}

// "Write the store" (00000a) needs the decision "Which database?" (unresolved)
std::string held_line(const TaskFact& task) {
    return fmt::format("{} {}", task_line(task), to_words(task.blockers.front()));
}

FourParts needs_task(const Verdict& verdict, const GateFacts& facts) {
    FourParts parts;
    const bool names_a_file = verdict.subject != facts.tool;
    parts.what = fmt::format("{}{} without an active task.", facts.tool,
                             names_a_file ? " on " + std::string(shown_word(verdict.subject)) : "");
    parts.why = "Every change belongs to a task, so that it can be traced, checked and undone.";
    if (facts.planned_tasks.empty() && facts.held_task) {
        parts.use_instead =
            fmt::format("{} Work that is no part of \"{}\" begins under a name of its own.",
                        remedy_of(facts.held_task->blockers.front()), shown_word(facts.held_task->name));
        parts.why += fmt::format(" The planned {}.", held_line(*facts.held_task));
    } else if (facts.planned_tasks.empty()) {
        parts.use_instead = fmt::format("Call {}, then repeat the call.", start_call(verdict, facts));
    } else {
        parts.use_instead =
            fmt::format("Call {} for \"{}\", or with a name for other work, then repeat the call.",
                        start_call(facts.planned_tasks.front()), shown_word(facts.planned_tasks.front().name));
    }
    parts.evidence.push_back(fmt::format("{}, role {}, active tasks: 0", mode_words(facts), facts.role.name));
    for (const TaskFact& task : facts.planned_tasks) {
        parts.evidence.push_back(task.left_by.empty() ? "planned: " + task_line(task)
                                                      : "left by " + task.left_by + ": " + task_line(task));
    }
    return parts;
}

// What was tried on a task that is held back: to start it, or to write under it.
std::string tried(const TaskFact& task, const GateFacts& facts) {
    if (facts.target) return fmt::format("You tried to start task \"{}\", which is blocked.", shown_word(task.name));
    return fmt::format("You tried to use \"{}\" but task \"{}\" has status \"blocked\".", facts.tool,
                       shown_word(task.name));
}

// What holds the task back first. A gate on the same task says more than the bare dependency: why the order is so.
const Blocker& told_blocker(const TaskFact& task, TaskTest test) {
    const Blocker& first = *first_blocker(task, test);
    const auto gate = std::find_if(task.blockers.begin(), task.blockers.end(), [&](const Blocker& blocker) {
        return blocker.as == AwaitedAs::temporal_gate && blocker.id == first.id;
    });
    return first.as == AwaitedAs::dependency && gate != task.blockers.end() ? *gate : first;
}

// What can be done now about a task that another one holds back.
std::string way_past(const Blocker& blocker, const GateFacts& facts) {
    if (facts.planned_tasks.empty()) return remedy_of(blocker);
    const TaskFact& first = facts.planned_tasks.front();
    return fmt::format("Do what can begin now: call {} for \"{}\".", start_call(first), shown_word(first.name));
}

FourParts held_back(const GateFacts& facts, TaskTest test) {
    const TaskFact& task = *refusing_task(facts, test);
    const Blocker& blocker = told_blocker(task, test);
    FourParts parts{tried(task, facts), fmt::format("The task {}.", to_words(blocker)), remedy_of(blocker), {}};
    if (blocker.as == AwaitedAs::dependency || blocker.as == AwaitedAs::temporal_gate) {
        parts.why =
            fmt::format("Task depends on \"{}\" which has status \"{}\".", shown_word(blocker.name), blocker.status);
        if (!blocker.reason.empty())
            parts.why += fmt::format("\n     Temporal gate: \"{}\"", shown_word(blocker.reason));
        parts.use_instead = way_past(blocker, facts);
    }
    if (!facts.strict_by_plan.empty()) parts.evidence.push_back(mode_words(facts));
    const std::string_view by =
        blocker.as == AwaitedAs::temporal_gate ? "temporal_gate.after_task_id" : name_of(blocker.as);
    parts.evidence.push_back(fmt::format("task {}.{} = \"{}\", {}.status = \"{}\"", task.id.text(), by,
                                         blocker.id.text(), blocker.id.text(), blocker.status));
    return parts;
}

FourParts assigned_to_another(const Verdict&, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::is_assigned_here);
    const std::string giver = task.delegated_by.empty() ? "" : fmt::format(" (delegated by: {})", task.delegated_by);
    return {fmt::format("You tried to {} task \"{}\" but you are {}.", facts.target ? "start" : "work on",
                        shown_word(task.name), who(facts)),
            fmt::format("This task is assigned to \"{}\"{}.", task.assigned_to, giver),
            facts.role.may_delegate
                ? fmt::format("Start \"{}\" for it, or take it back: call govern_delegate with "
                              "{{\"action\":\"recall\",\"task\":\"{}\"}}.",
                              task.assigned_to, short_id(task.id))
                : fmt::format("Report what you found; whoever started you hands it to \"{}\".", task.assigned_to),
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
    return {fmt::format("{} on {} by the role {}.", facts.tool, shown_word(verdict.subject), facts.role.name),
            fmt::format("This role writes in its own paths only. {}", facts.role.sentence),
            "Write there, or report what should be changed; `hivemind role list` names the paths.",
            {fmt::format("resolved path: {}", shown_word(verdict.subject))}};
}

FourParts path_not_in_task(const Verdict& verdict, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, TaskTest::allows_paths);
    return {
        fmt::format("{} on {} under the task \"{}\".", facts.tool, shown_word(verdict.subject), shown_word(task.name)),
        fmt::format("This task may change these paths only: {}.", fmt::join(task.allowed, ", ")),
        "Work within them, or ask whoever planned the task to widen allowed_paths.",
        {fmt::format("resolved path: {}", shown_word(verdict.subject)),
         fmt::format("task {}.allowed_paths = [{}]", task.id.text(), fmt::join(task.allowed, ", "))}};
}

FourParts outside(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown_word(verdict.subject)),
            "The path leads outside the project once links and .. are resolved.",
            "Write to a path inside the project, or ask the person to make this change.",
            {fmt::format("resolved path: {}", shown_word(verdict.subject))}};
}

FourParts is_locked(const Verdict& verdict, const GateFacts& facts) {
    std::string holder;
    for (const PathFact& path : facts.paths) {
        if (path.path == verdict.subject && path.locked_by_task) holder = *path.locked_by_task;
    }
    return {fmt::format("{} on {}.", facts.tool, shown_word(verdict.subject)),
            fmt::format("Another task holds this file: \"{}\".", shown_word(holder)),
            "Work on another file, or wait until that task ends; `hivemind task list` shows it.",
            {fmt::format("lock on {} held by \"{}\"", shown_word(verdict.subject), shown_word(holder))}};
}

FourParts changed_by_another(const Verdict& verdict, const GateFacts& facts) {
    std::string other;
    for (const PathFact& path : facts.paths) {
        if (path.path == verdict.subject && path.changed_by) other = *path.changed_by;
    }
    return {fmt::format("{} on {}, which \"{}\" changed since you read it.", facts.tool, shown_word(verdict.subject),
                        shown_word(other)),
            "It works under the same task, and your write would undo what it did.",
            "Read the file again, then repeat the call with its change kept.",
            {fmt::format("last change of {} by \"{}\", after your last look", shown_word(verdict.subject),
                         shown_word(other))}};
}

FourParts is_protected(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown_word(verdict.subject)),
            "This file is protected: it holds secrets, history, or what governs you.",
            fmt::format("Leave it as it is, or ask the person to change it, or to allow it with `hivemind grant {}`.",
                        shell_word(verdict.subject)),
            {fmt::format("protected path: {}", shown_word(verdict.subject))}};
}

FourParts not_read(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}, which this session has not read.", facts.tool, shown_word(verdict.subject)),
            "It is a planning file: what others put into it is lost when it is written unread.",
            "Read the file, then write it.",
            {fmt::format("no look of this session at {} is recorded", shown_word(verdict.subject))}};
}

FourParts changed_since_read(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}, which somebody changed since you read it.", facts.tool, shown_word(verdict.subject)),
            "It is a planning file, and your write would be made from what it no longer says.",
            "Read the file again, take in what changed, then write it.",
            {fmt::format("content or lines of {} are not those of your last look", shown_word(verdict.subject))}};
}

// What the gate objected to; it has looked in the same order.
const ShellEffect& refused_effect(const Verdict& verdict, const GateFacts& facts) {
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.why == verdict.subject) return effect;
    }
    return facts.shell->worst;
}

FourParts directory_unknown(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{}: {}.", facts.tool, shown_word(verdict.subject)),
            "Where a command runs decides which files it changes.",
            "Name a directory that exists, or leave the argument out and use paths from the project's directory.",
            {fmt::format("class unknown, role {}, {}", facts.role.name, mode_words(facts))}};
}

FourParts shell_refused(const Verdict& verdict, const GateFacts& facts) {
    const ShellEffect& effect = refused_effect(verdict, facts);
    if (effect.program == unknown_directory) return directory_unknown(verdict, facts);
    FourParts parts{fmt::format("{}: {}.", facts.tool, shown_word(verdict.subject)),
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

std::string removal_words(RemovalKind kind, std::string_view tool, std::string_view path) {
    switch (kind) {
        case RemovalKind::tree: return fmt::format("{} removes {} with all it holds", tool, path);
        case RemovalKind::file: return fmt::format("{} removes {}", tool, path);
        case RemovalKind::content: return fmt::format("{} empties or replaces {}", tool, path);
        case RemovalKind::changes:
            return fmt::format("{} throws away uncommitted changes of {}", tool, path == "." ? "the project" : path);
        case RemovalKind::moved:
            return fmt::format("{} moves {} among outputs, which may be removed without a question", tool, path);
    }
    return fmt::format("{} removes {}", tool, path);
}

std::string_view way_round(RemovalKind kind) {
    switch (kind) {
        case RemovalKind::changes: return "Commit the changes, or put them aside with `git stash`";
        case RemovalKind::moved: return "Leave it where it is, or move it to a folder that is no output";
        default: return "Move it aside under another name, or commit it first";
    }
}

FourParts not_restorable(const Verdict& verdict, const GateFacts& facts) {
    const auto is_lost = [](const RemovalFact& removal) { return removal.reason != LossReason::nothing; };
    const auto found = std::find_if(facts.removals.begin(), facts.removals.end(), is_lost);
    const RemovalFact removal = found == facts.removals.end() ? RemovalFact{.path = verdict.subject} : *found;
    // Files that are named one by one are told together.
    constexpr std::size_t most_lost_named = 3;
    std::vector<std::string> named;
    std::size_t count = 0;
    for (const RemovalFact& each : facts.removals) {
        if (!is_lost(each)) continue;
        count += each.lost;
        for (const std::string& file : each.named) {
            if (named.size() < most_lost_named) named.push_back(shown_word(file));
        }
    }
    const std::size_t others = count - std::min(count, named.size());
    std::string lost = named.empty() ? std::string("what it holds") : fmt::format("{}", fmt::join(named, ", "));
    if (others > 0) lost += fmt::format(" and {} more", others);
    const std::string what = removal_words(removal.kind, facts.tool, shown_word(verdict.subject));
    return {fmt::format("{}. Lost for good: {}.", what, lost),
            fmt::format("Nobody could bring it back: {}; no recorded call of this session made it.",
                        loss_words(removal.reason)),
            fmt::format("{}; or ask the person to do it, or to allow it with `hivemind grant destructive`.",
                        way_round(removal.kind)),
            {fmt::format("{}: {} {}, {}", shown_word(verdict.subject), removal.lost,
                         removal.lost == 1 ? "file" : "files", name_of(removal.reason)),
             fmt::format("role {}", facts.role.name)}};
}

FourParts shell_not_judged(const Verdict& verdict, const GateFacts& facts) {
    if (facts.shell->worst.program == unknown_directory) return directory_unknown(verdict, facts);
    return {fmt::format("{}: {}.", facts.tool, shown_word(verdict.subject)),
            "What it does cannot be told by reading it, so no rule can hold it.",
            "Put the code into a file of the project and run that file, or use plain commands with plain names.",
            {fmt::format("class {}, role {}, {}", name_of(facts.shell->worst.shell_class), facts.role.name,
                         mode_words(facts))}};
}

FourParts too_deep(const Verdict&, const GateFacts& facts) {
    return {fmt::format("{} from an agent that is {} steps below the first.", facts.tool, facts.delegation->depth - 1),
            fmt::format("Work is handed on at most {} times, or nobody can follow it.", deepest_delegation),
            "Do this part yourself, or report to the agent that started you.",
            {fmt::format("depth {} of at most {}", facts.delegation->depth, deepest_delegation)}};
}

FourParts goes_round(const Verdict&, const GateFacts& facts) {
    const std::vector<std::string> line(facts.delegation->line.rbegin(), facts.delegation->line.rend());
    return {
        fmt::format("{} to \"{}\", which already waits for this work.", facts.tool, shown_word(facts.delegation->to)),
        "The work would come back to an agent that handed it on.",
        "Do it yourself, give it to another agent, or report to the agent that started you.",
        {fmt::format("{} → {}", fmt::join(line, " → "), facts.delegation->to)}};
}

FourParts without_todo(const Verdict&, const GateFacts& facts) {
    return {fmt::format("{} while no task says what is to be done.", facts.tool),
            "What is handed on must be written down first, or nobody can tell whether it was done.",
            fmt::format("Call {}, then repeat the call.", start_call({.subject = facts.tool}, facts)),
            {fmt::format("planned tasks: 0, active tasks: 0, {}", mode_words(facts))}};
}

FourParts over_and_over(const Verdict&, const GateFacts& facts) {
    return {
        fmt::format("{}, the same for the {}. time in a row.", facts.tool, facts.made_before + 1),
        "The same call brings the same answer. Whatever is missing, it is not in there.",
        "Look at the last answer again and do something else; or mark the way as failed with hivemind_memory "
        "flag_false_path, and tell the person where you are stuck.",
        {fmt::format("made {} times in a row with the same arguments, and no other call between", facts.made_before)}};
}

// Hints: where a rule only advises, what to do differently from now on, in a line. The call was carried out.

std::string hint_needs_task(const Verdict& verdict, const GateFacts& facts) {
    if (facts.planned_tasks.empty() && facts.held_task) {
        return fmt::format("This change belongs to no task, and the planned {}. {}", held_line(*facts.held_task),
                           remedy_of(facts.held_task->blockers.front()));
    }
    if (facts.planned_tasks.empty())
        return fmt::format("This change belongs to no task; call {}.", start_call(verdict, facts));
    return fmt::format("This change belongs to no task; call {} for \"{}\", or a name for other work.",
                       start_call(facts.planned_tasks.front()), shown_word(facts.planned_tasks.front().name));
}

template <TaskTest Test>
std::string hint_held_back(const Verdict&, const GateFacts& facts) {
    const TaskFact& task = *refusing_task(facts, Test);
    return fmt::format("The task \"{}\" {}.", shown_word(task.name), to_words(told_blocker(task, Test)));
}

std::string hint_not_read(const Verdict& verdict, const GateFacts&) {
    return fmt::format("{} was written unread; read it and see that nothing of others is lost.",
                       shown_word(verdict.subject));
}

std::string hint_not_judged(const Verdict&, const GateFacts& facts) {
    if (facts.shell->worst.program == unknown_directory)
        return "Nobody can tell where this ran; name a directory that exists.";
    return "Nobody looked inside this code: put it into a file of the project and run that, or use plain commands.";
}

std::string hint_without_todo(const Verdict&, const GateFacts&) {
    return "Nothing on the list says what this agent shall do; plan it with govern_plan.";
}

std::string hint_trouble(const Verdict&, const GateFacts&) {
    return "A record that governs this call cannot be read; tell the person that `hivemind doctor` shows which.";
}

struct RuleWords {
    GateRule rule;
    FourParts (*explain)(const Verdict&, const GateFacts&);
    std::string (*hint)(const Verdict&, const GateFacts&) = nullptr;  // none: nothing is to be done differently
};

constexpr EnumTable<&RuleWords::rule, GateRule::store_healthy> rule_words({
    {GateRule::store_healthy, trouble, hint_trouble},
    {GateRule::role_known, unknown_role},
    {GateRule::role_may_use_tool, role_may_not},
    {GateRule::task_allows_tool, tool_not_in_task},
    {GateRule::write_needs_task, needs_task, hint_needs_task},
    {GateRule::task_may_go_on,
     [](const Verdict&, const GateFacts& facts) { return held_back(facts, TaskTest::may_go_on); },
     hint_held_back<TaskTest::may_go_on>},
    {GateRule::task_assigned_here, assigned_to_another},
    {GateRule::paths_can_be_judged, too_many_paths},
    {GateRule::path_in_role, path_not_in_role},
    {GateRule::path_in_task, path_not_in_task},
    {GateRule::path_inside_project, outside},
    {GateRule::path_not_locked, is_locked},
    {GateRule::path_not_changed_by_other, changed_by_another},
    {GateRule::path_not_protected, is_protected},
    {GateRule::planning_file_unchanged, changed_since_read},
    {GateRule::planning_file_read, not_read, hint_not_read},
    {GateRule::decisions_taken,
     [](const Verdict&, const GateFacts& facts) { return held_back(facts, TaskTest::decisions_taken); },
     hint_held_back<TaskTest::decisions_taken>},
    {GateRule::shell_class_allowed, shell_refused},
    {GateRule::removal_restorable, not_restorable},
    {GateRule::shell_can_be_judged, shell_not_judged, hint_not_judged},
    {GateRule::delegation_depth, too_deep},
    {GateRule::delegation_cycle, goes_round},
    {GateRule::delegation_todo, without_todo, hint_without_todo},
    {GateRule::call_not_repeated, over_and_over},
});

#ifndef __SANITIZE_ADDRESS__  // under the sanitizers GCC compares no function with nullptr at compile time
static_assert(std::ranges::all_of(rule_words, [](const RuleWords& words) { return words.explain != nullptr; }),
              "A rule needs words.");
#endif

}  // namespace

FourParts explain(const Verdict& verdict, const GateFacts& facts) {
    HM_ASSERT(verdict.rule != GateRule::none);
    return rule_words[verdict.rule].explain(verdict, facts);
}

std::string render_hint(const Verdict& verdict, const GateFacts& facts) {
    const bool is_advice = verdict.outcome == Outcome::advise && verdict.lifted_by == LiftedBy::nobody;
    if (!is_advice || rule_words[verdict.rule].hint == nullptr) return {};
    return fmt::format("HiveMind: {}\n", rule_words[verdict.rule].hint(verdict, facts));
}

FourParts stand_in_parts(const Error& because) {
    const std::string without_it = "Without it, calls are judged by HiveMind's built-in rules alone.";
    switch (because.code) {
        case ErrorCode::corrupt:
            return {
                "This project's HiveMind store has triggers, views or tables that HiveMind did not make, and is not "
                "used.",
                without_it,
                "A person can see which with `hivemind doctor`, and mend it.",
                {}};
        case ErrorCode::store_failed:
            return {"This project's HiveMind store is reached through a link, and is not used.",
                    without_it,
                    "A person can see which with `hivemind doctor`, and remove it.",
                    {}};
        case ErrorCode::not_initialised:
            return {"This project's HiveMind store is missing: there is no .hivemind here, as in a fresh clone.",
                    without_it,
                    "A person can make one with `hivemind init`.",
                    {}};
        default:
            return {"This project's HiveMind store came from elsewhere and is not used.",
                    without_it,
                    "A person can look at it with `hivemind trust`.",
                    {}};
    }
}

std::string stand_in_line(const Error& because) {
    const FourParts parts = stand_in_parts(because);
    return fmt::format("HiveMind: {} {} {}\n", parts.what, parts.use_instead, parts.why);
}

}  // namespace hm
