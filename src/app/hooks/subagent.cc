#include "app/hooks/subagent.h"

#include "app/bus.h"
#include "app/hooks/part_of.h"
#include "app/hooks/session_of.h"
#include "app/session/swarms.h"
#include "store/sql/swarm.h"

namespace hm {
namespace {

Actor hook_actor(const Session& session) {
    Actor actor = agent_actor(session);
    actor.kind = ActorKind::hook;
    return actor;
}

struct Caller {
    Actor actor;
    std::string request_id;
};

// What it said goes through the command's input, and so through redaction.
Result<void> end_in_registry(const Swarm& swarm, SubagentEnd end, std::string_view answer, const Caller& caller,
                             Workspace& workspace) {
    json::object input{{"id", swarm.id.text()}};
    if (!answer.empty()) input["summary"] = shorten(repair_utf8(answer), Paragraph::max_characters);
    const RunCommand run = [&](const json::value& checked, const CommandContext& context) -> Result<Receipt> {
        HM_TRY(end_subagent(*swarm.child_session_id, end, text_member(checked.as_object(), "summary"), context));
        return Receipt{"A subagent ended.", swarm.id};
    };
    HM_TRY(execute_with(run, *find_command("swarm collect"), {std::move(input), caller.actor, caller.request_id},
                        workspace));
    return {};
}

}  // namespace

Result<void> subagent_start(const AgentIdentity& who, std::string_view prompt, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session child, session_of(who, &Settings::record_deadline, workspace));
    if (!child.parent_session_id) return {};
    BadRows bad;
    HM_TRY_ASSIGN(const auto known,
                  swarm_of_child(workspace.store.connection(), *child.parent_session_id, child.id, bad));
    if (known) return {};
    const std::string asked = prompt.empty() ? std::string("A subagent of the client")
                                             : shorten(repair_utf8(prompt), MemoryText::max_characters);
    const RunCommand run = [&](const json::value& input, const CommandContext& context) -> Result<Receipt> {
        HM_TRY(
            register_subagent(*child.parent_session_id, child.id, text_member(input.as_object(), "prompt"), context));
        return Receipt{"A subagent began.", child.id};
    };
    HM_TRY(execute_with(run, *find_command("swarm spawn"),
                        {json::object{{"prompt", asked}}, hook_actor(child), who.request_id}, workspace));
    return {};
}

Result<void> subagent_stop(const AgentIdentity& who, std::string_view answer, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session child, session_of(who, &Settings::record_deadline, workspace));
    if (!child.parent_session_id) return {};
    BadRows bad;
    HM_TRY_ASSIGN(const auto swarm,
                  swarm_of_child(workspace.store.connection(), *child.parent_session_id, child.id, bad));
    if (!swarm || swarm->state != SwarmState::running) return {};
    return end_in_registry(*swarm, SubagentEnd::answered, answer, {hook_actor(child), who.request_id}, workspace);
}

Result<void> subagents_left(const AgentIdentity& who, Workspace& workspace) {
    constexpr std::int64_t most_looked_at = 100;
    HM_TRY_ASSIGN(const Session parent, session_of(who, &Settings::record_deadline, workspace));
    BadRows bad;
    HM_TRY_ASSIGN(const auto open, open_swarms(workspace.store.connection(), most_looked_at, bad));
    for (const Swarm& swarm : open) {
        const bool is_own = swarm.parent_session_id == parent.id && swarm.child_session_id;
        if (!is_own || swarm.state != SwarmState::running) continue;
        const AgentIdentity each = part_of(who, swarm.id.text());
        HM_TRY(end_in_registry(swarm, SubagentEnd::client_left, {}, {hook_actor(parent), each.request_id}, workspace));
    }
    return {};
}

}  // namespace hm
