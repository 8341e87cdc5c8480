#include "app/hooks/before_tool.h"

#include <fmt/format.h>

#include "app/call_print.h"
#include "app/facts/load_refusal.h"
#include "app/hooks/enforced_gate.h"
#include "app/hooks/judge_call.h"
#include "app/hooks/record.h"
#include "base/redact.h"
#include "engine/gate/recorded_facts.h"

namespace hm {
namespace {

Event decision_event(const JudgedCall& call, std::string_view print, const HookFrame& frame, Workspace& workspace) {
    const GateFacts& facts = call.facts;
    const std::string summary = redact(fmt::format("{} {} {}", name_of(call.verdict.outcome), facts.tool,
                                                   facts.paths.empty() ? facts.action : facts.paths.front().path));
    Event event = hook_event(fmt::format("gate.{}", name_of(call.verdict.outcome)), summary, frame, workspace);
    if (facts.active_tasks.size() == 1) event.task_id = facts.active_tasks.front().id;
    event.facts = encode_facts(facts, call.verdict);
    event.facts["call"] = print;
    return event;
}

std::vector<std::string> normal_paths(const std::vector<std::string>& given) {
    std::vector<std::string> normal;
    for (const std::string& path : given) {
        normal.push_back(std::filesystem::path(path).lexically_normal().generic_string());
    }
    return normal;
}

Result<std::string> message_of(const JudgedCall& call, const Id& event_id, HookFrame& frame, Workspace& workspace) {
    if (call.verdict.outcome != Outcome::block) return render_leave(call.verdict, call.facts);
    auto context = load_refusal(call.verdict, call.facts, frame, workspace);
    // A refusal stands, whether or not its surroundings can be read.
    RefusalContext shown = context ? std::move(*context) : RefusalContext{};
    shown.event_id = event_id.text();
    return render_refusal(call.verdict, call.facts, shown);
}

}  // namespace

Result<ToolDecision> before_tool(const BeforeTool& event, const std::filesystem::path& directory,
                                 Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::gate_deadline, workspace, Reading::goes_on));
    const std::string print = call_print(frame.session.id, event.use, workspace.store.paths().root);
    HM_TRY_ASSIGN(const JudgedCall call, judge_call(event.use, print, frame, directory, workspace));
    (void)note_enforced_gate(call, frame, workspace);  // a refusal does not hang on it
    Event decision = decision_event(call, print, frame, workspace);
    HM_TRY_ASSIGN(std::string message, message_of(call, decision.id, frame, workspace));
    HM_TRY(record(std::move(decision), std::nullopt, frame, workspace));
    return ToolDecision{call.verdict, verdict_headline(call.verdict, call.facts), std::move(message),
                        normal_paths(event.use.paths)};
}

}  // namespace hm
