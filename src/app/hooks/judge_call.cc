#include "app/hooks/judge_call.h"

#include "app/bus.h"
#include "app/catalog.h"
#include "app/facts/load_gate_facts.h"
#include "app/hooks/session_of.h"
#include "engine/gate/gate.h"
#include "store/sql/gate.h"
#include "store/sql/grant.h"

namespace hm {
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

}  // namespace hm
