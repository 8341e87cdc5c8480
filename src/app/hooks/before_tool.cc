#include "app/hooks/before_tool.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bus/bus.h"
#include "app/command/catalog.h"
#include "app/event/hook_frame.h"
#include "app/gate/load_gate_facts.h"
#include "app/gate/trial.h"
#include "app/hooks/record.h"
#include "app/work/enforced_gate.h"
#include "base/redact.h"
#include "engine/gate/gate.h"
#include "engine/gate/recorded_facts.h"
#include "engine/gate/rules_task.h"
#include "store/queries/gate.h"
#include "store/queries/work.h"
#include "view/verdict_text.h"

namespace hm {
namespace {

// By which it is told later whether something began while the call ran, and whose it was.
void add_call(const BeforeTool& asked, json::object& facts) {
    // Longer than any client makes them, it would take the room of the facts.
    constexpr std::size_t longest_id = 64;
    const bool runs_programs = asked.use.kind == ToolKind::shell || asked.use.kind == ToolKind::other;
    const std::string& id = asked.use.call_id;
    const bool is_plain =
        std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\\'; });
    if (runs_programs && !id.empty() && id.size() <= longest_id && is_plain) facts["call_id"] = id;
    if (!asked.who.process.empty()) facts["client"] = asked.who.process;
}

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

// What is said of a call that goes through. One hint a turn: the same again would only be noise, and a second one
// waits.
Result<std::string> leave_of(const JudgedCall& call, json::object& facts, HookFrame& frame, Workspace& workspace) {
    std::string text = render_leave(call.verdict, call.facts);
    std::string hint = render_hint(call.verdict, call.facts);
    if (hint.empty()) return text;
    HM_TRY_ASSIGN(const bool is_advised, is_advised_this_turn(workspace.store.connection(), frame.session.id));
    if (is_advised) return text;
    facts[advised_fact] = true;
    return text + hint;
}

Result<std::string> message_of(const JudgedCall& call, Event& event, HookFrame& frame, Workspace& workspace) {
    if (call.verdict.outcome != Outcome::block) return leave_of(call, event.facts, frame, workspace);
    auto context = load_refusal(call.verdict, call.facts, frame, workspace);
    // A refusal stands, whether or not its surroundings can be read.
    RefusalContext shown = context ? std::move(*context) : RefusalContext{};
    shown.event_id = event.id.text();
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
    add_call(event, decision.facts);
    HM_TRY_ASSIGN(std::string message, message_of(call, decision, frame, workspace));
    HM_TRY(record(std::move(decision), std::nullopt, frame, workspace));
    return ToolDecision{call.verdict, verdict_headline(call.verdict, call.facts), std::move(message),
                        normal_paths(event.use.paths)};
}

namespace {

constexpr Duration repeats_for = minutes(10);

// Whether the approval was still there to be used. It is, by the first that asks.
Result<bool> use_up_approval(const std::string& print, HookFrame& frame, Workspace& workspace) {
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    const Time now = workspace.clock.now();
    HM_TRY_ASSIGN(const std::vector<Grant> grants, grants_in_force(workspace.store.connection(), now, frame.bad));
    for (Grant grant : grants) {
        if (grant.kind != GrantKind::call || grant.target.view() != print) continue;
        grant.revoked_at = now;
        grant.modified_at = now;
        HM_TRY(update(transaction, grant));
        HM_TRY(transaction.commit());
        return true;
    }
    return false;
}

// The task becomes this session's, with an event of its own. Fails when another session was faster.
Result<void> begin_inherited(const TaskFact& task, const HookFrame& frame, Workspace& workspace) {
    const Command* start = find_command("task start");
    HM_ASSERT(start != nullptr);
    const CommandRequest request{json::object{{"id", task.id.text()}}, agent_actor(frame.session),
                                 frame.request_id.empty() ? std::string() : frame.request_id + "/inherit",
                                 workspace.store.connection().deadline().left()};
    HM_TRY(execute(*start, request, workspace));
    return {};
}

}  // namespace

Result<JudgedCall> judge_call(const ToolUse& use, const std::string& print, HookFrame& frame,
                              const std::filesystem::path& directory, Workspace& workspace) {
    HM_TRY_ASSIGN(GateFacts facts, load_gate_facts(use, frame, directory, workspace));
    frame.reading.reset();
    Verdict verdict = decide(facts);
    if (facts.is_inherited && verdict.outcome != Outcome::block) {
        if (!begin_inherited(facts.active_tasks.front(), frame, workspace)) {
            HM_TRY_ASSIGN(facts, load_gate_facts(use, frame, directory, workspace, Inheriting::no));
            verdict = decide(facts);
        }
    }
    if (verdict.lifted_by == LiftedBy::approval) {
        HM_TRY_ASSIGN(facts.is_approved, use_up_approval(print, frame, workspace));
        verdict = decide(facts);
    }
    if (verdict.outcome == Outcome::block) {
        HM_TRY_ASSIGN(facts.refused_before, count_refusals(workspace.store.connection(), frame.session.id, print,
                                                           Time{facts.now.ms - repeats_for.ms}));
        verdict = decide(facts);
    }
    return JudgedCall{std::move(facts), std::move(verdict)};
}

namespace {

// The task whose gate decided; nothing when something else did.
const Blocker* enforced(const JudgedCall& call) {
    if (call.verdict.outcome != Outcome::block || call.verdict.rule != GateRule::task_may_go_on) return nullptr;
    const TaskFact* task = refusing_task(call.facts, TaskTest::may_go_on);
    const Blocker* blocker = task == nullptr ? nullptr : first_blocker(*task, TaskTest::may_go_on);
    return blocker != nullptr && blocker->as == AwaitedAs::temporal_gate ? blocker : nullptr;
}

}  // namespace

Result<void> note_enforced_gate(const JudgedCall& call, const HookFrame& frame, Workspace& workspace) {
    const Blocker* gate = enforced(call);
    if (gate == nullptr) return {};
    return mark_enforced(*gate, hook_event("task.gate_enforced", "", frame, workspace), workspace);
}

}  // namespace hm
