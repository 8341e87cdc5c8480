#include "app/hooks/before_tool.h"

#include <fmt/format.h>

#include "app/facts/load_gate_facts.h"
#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "base/redact.h"
#include "engine/gate/gate.h"
#include "view/verdict_text.h"

namespace hm {
namespace {

json::object deciding_facts(const Verdict& verdict, const GateFacts& facts) {
    json::array paths;
    for (const PathFact& path : facts.paths) paths.emplace_back(redact(shorten(path.path, 200)));
    json::array tasks;
    for (const TaskFact& task : facts.active_tasks) tasks.emplace_back(task.id.text());
    json::object found = {{"tool", shorten(facts.tool, 60)}, {"kind", name_of(facts.kind)},
                          {"rule", name_of(verdict.rule)},   {"mode", name_of(facts.mode)},
                          {"paths", std::move(paths)},       {"active_tasks", std::move(tasks)}};
    if (facts.shell) {
        found["shell_class"] = name_of(facts.shell->worst.shell_class);
        found["program"] = redact(shorten(facts.shell->worst.program, 60));
    }
    return found;
}

Event decision_event(const Verdict& verdict, const GateFacts& facts, const HookFrame& frame, Workspace& workspace) {
    const std::string summary = redact(fmt::format("{} {} {}", name_of(verdict.outcome), facts.tool,
                                                   facts.paths.empty() ? "" : facts.paths.front().path));
    Event event = hook_event(fmt::format("gate.{}", name_of(verdict.outcome)), summary, frame, workspace);
    if (facts.active_tasks.size() == 1) event.task_id = facts.active_tasks.front().id;
    event.facts = deciding_facts(verdict, facts);
    return event;
}

std::vector<std::string> normal_paths(const std::vector<std::string>& given) {
    std::vector<std::string> normal;
    for (const std::string& path : given) {
        normal.push_back(std::filesystem::path(path).lexically_normal().generic_string());
    }
    return normal;
}

}  // namespace

Result<ToolDecision> before_tool(const BeforeTool& event, const std::filesystem::path& directory,
                                 Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::gate_deadline, workspace));
    HM_TRY_ASSIGN(const GateFacts facts, load_gate_facts(event.use, frame, directory, workspace));
    const Verdict verdict = decide(facts);
    HM_TRY(record(decision_event(verdict, facts, frame, workspace), std::nullopt, frame, workspace));
    return ToolDecision{verdict, verdict_headline(verdict, facts), render_verdict(verdict, facts),
                        normal_paths(event.use.paths)};
}

}  // namespace hm
