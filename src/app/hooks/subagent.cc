#include "app/hooks/subagent.h"

#include "app/bus.h"
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

Result<void> subagent_stop(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session child, session_of(who, &Settings::record_deadline, workspace));
    if (!child.parent_session_id) return {};
    BadRows bad;
    HM_TRY_ASSIGN(const auto swarm,
                  swarm_of_child(workspace.store.connection(), *child.parent_session_id, child.id, bad));
    if (!swarm || swarm->state != SwarmState::running) return {};
    const RunCommand run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY(end_subagent(child.id, context));
        return Receipt{"A subagent ended.", swarm->id};
    };
    HM_TRY(execute_with(run, *find_command("swarm collect"),
                        {json::object{{"id", swarm->id.text()}}, hook_actor(child), who.request_id}, workspace));
    return {};
}

}  // namespace hm
