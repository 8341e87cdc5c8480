#include "view/verdict_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "domain/role.h"

namespace hm {
namespace {

std::string shown(std::string_view text) {
    return shorten(text, 200);
}

std::string task_line(const TaskFact& task) {
    return fmt::format("\"{}\" ({})", shown(task.name), task.id.text());
}

FourParts needs_task(const Verdict& verdict, const GateFacts& facts) {
    FourParts parts;
    parts.what = fmt::format("{} on {} without an active task.", facts.tool, shown(verdict.subject));
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
    parts.evidence.push_back(fmt::format("mode {}, role {}, active tasks: 0", name_of(facts.mode), facts.role));
    for (const TaskFact& task : facts.planned_tasks) parts.evidence.push_back("planned: " + task_line(task));
    return parts;
}

FourParts outside(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown(verdict.subject)),
            "The path leads outside the project once links and .. are resolved.",
            "Write to a path inside the project, or ask the person to make this change.",
            {fmt::format("resolved path: {}", shown(verdict.subject))}};
}

FourParts is_protected(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{} on {}.", facts.tool, shown(verdict.subject)),
            "This file is protected: it holds secrets, history, or what governs you.",
            "Leave it as it is, or ask the person to change it.",
            {fmt::format("protected path: {}", shown(verdict.subject))}};
}

FourParts role_may_not(const Verdict& verdict, const GateFacts& facts) {
    const RoleProfile& profile = role_profile(facts.role);
    return {fmt::format("{} by the role {}.", shown(verdict.subject), facts.role),
            fmt::format("This role may not use it. {}", profile.sentence),
            "Report what should be done; the agent that spawned you can do it or give it to an executor.",
            {fmt::format("role {} has no right to {}", profile.name, name_of(facts.kind))}};
}

// What the gate objected to; it has looked in the same order.
const ShellEffect& refused_effect(const Verdict& verdict, const GateFacts& facts) {
    for (const ShellEffect& effect : facts.shell->effects) {
        if (effect.why == verdict.subject) return effect;
    }
    return facts.shell->worst;
}

FourParts shell_refused(const Verdict& verdict, const GateFacts& facts) {
    const ShellEffect& effect = refused_effect(verdict, facts);
    FourParts parts{fmt::format("{}: {}.", facts.tool, shown(verdict.subject)),
                    fmt::format("The role {} may not run commands of the class {}. {}", facts.role,
                                name_of(effect.shell_class), role_profile(facts.role).sentence),
                    "Report what should be run; an agent with the right role can run it.",
                    {fmt::format("class {}, role {}", name_of(effect.shell_class), facts.role)}};
    if (effect.is_for_person) {
        parts.why = "Only a person may do this: it changes what governs the agents.";
        parts.use_instead = "Ask the person you work for to run it.";
    } else if (effect.shell_class == ShellClass::destructive) {
        parts.why = "It destroys, or hands the choice of what is done to others; that cannot be taken back.";
        parts.use_instead =
            "Do it step by step on named files, or ask the person to run it, or to allow the class with `hivemind "
            "grant`.";
    }
    return parts;
}

FourParts shell_not_judged(const Verdict& verdict, const GateFacts& facts) {
    return {fmt::format("{}: {}.", facts.tool, shown(verdict.subject)),
            "What it does cannot be told by reading it, so no rule can hold it.",
            "Put the code into a file of the project and run that file, or use plain commands with plain names.",
            {fmt::format("class {}, role {}, mode {}", name_of(facts.shell->worst.shell_class), facts.role,
                         name_of(facts.mode))}};
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

}  // namespace

FourParts explain(const Verdict& verdict, const GateFacts& facts) {
    switch (verdict.rule) {
        case GateRule::path_inside_project: return outside(verdict, facts);
        case GateRule::path_not_protected: return is_protected(verdict, facts);
        case GateRule::role_may_use_tool: return role_may_not(verdict, facts);
        case GateRule::path_not_locked: return is_locked(verdict, facts);
        case GateRule::shell_class_allowed: return shell_refused(verdict, facts);
        case GateRule::shell_can_be_judged: return shell_not_judged(verdict, facts);
        case GateRule::write_needs_task: return needs_task(verdict, facts);
        case GateRule::none: break;
    }
    HM_ASSERT(verdict.rule != GateRule::none);
    return {};
}

std::string verdict_headline(const Verdict& verdict, const GateFacts& facts) {
    return verdict.outcome == Outcome::block ? "Refused: " + explain(verdict, facts).what : std::string();
}

std::string render_verdict(const Verdict& verdict, const GateFacts& facts) {
    if (verdict.outcome == Outcome::allow) return {};
    const std::string_view opening = verdict.outcome == Outcome::block
                                         ? "HiveMind refused this call. Nothing was changed.\n"
                                         : "HiveMind let this call through, with advice.\n";
    return std::string(opening) + to_text(explain(verdict, facts));
}

}  // namespace hm
