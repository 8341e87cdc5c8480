#include "app/hooks/session_events.h"

#include <fmt/format.h>

#include "app/bus/bus.h"
#include "app/care/chain_breaks.h"
#include "app/event/hook_frame.h"
#include "app/hooks/after_tool.h"
#include "app/hooks/record.h"
#include "app/memory/stale.h"
#include "app/project/outside_changes.h"
#include "app/work/swarms.h"
#include "base/redact.h"
#include "store/queries/session.h"
#include "store/queries/work.h"
#include "view/memory_text.h"

namespace hm {
namespace {

Result<void> note(const SessionStart& event, const HookFrame& frame, Workspace& workspace) {
    Event started = hook_event("session.started",
                               fmt::format("{} began ({})", frame.session.client.view(),
                                           event.reason.empty() ? "startup" : redact(event.reason)),
                               frame, workspace);
    started.facts = {{"root", workspace.store.paths().root.string()}};
    return record(std::move(started), std::nullopt, frame, workspace);
}

void look(const HookFrame& frame, Workspace& workspace) {
    (void)begin_watching_tree(workspace);  // what cannot be watched is no reason not to begin
    map_changed_files(workspace);
    scan_at_session_start(frame, workspace);
}

}  // namespace

Result<void> note_session_start(const SessionStart& event, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    return note(event, frame, workspace);
}

Result<void> look_at_project(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    look(frame, workspace);
    return {};
}

Result<void> session_start(const SessionStart& event, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(event.who, &Settings::pack_deadline, workspace));
    HM_TRY(note(event, frame, workspace));
    std::ignore = note_changes_before(event.who, workspace);  // what cannot be looked at is no reason not to begin
    look(frame, workspace);
    return {};
}

Result<void> session_end(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const Session session, session_of(who, &Settings::record_deadline, workspace));
    if (session.status == SessionStatus::closed) return {};
    Actor actor = agent_actor(session);
    actor.kind = ActorKind::hook;
    HM_TRY(execute(*find_command("session close"), {json::object{}, actor, who.request_id}, workspace));
    return {};
}

Result<void> session_left(const AgentIdentity& who, std::string_view reason, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    const std::string word = redact(shorten(repair_utf8(reason), 60));
    return record(hook_event("session.left",
                             fmt::format("{} let go of the session{}", frame.session.client.view(),
                                         word.empty() ? std::string() : fmt::format(" ({})", word)),
                             frame, workspace),
                  std::nullopt, frame, workspace);
}

namespace {

constexpr std::int64_t most_counted = 50;

Result<std::vector<StaleEntry>> stale_now(const HookFrame& frame, Workspace& workspace) {
    const Actor actor = agent_actor(frame.session);
    BadRows bad;
    const QueryContext context{workspace, actor, frame.settings, workspace.clock.now(), bad};
    HM_TRY_ASSIGN(const StalenessFacts facts, load_staleness_facts(context));
    std::vector<StaleEntry> entries;
    for (const auto stale_of : {&stale_anchors, &stale_memories, &stale_knowledge, &stale_artifacts}) {
        HM_TRY_ASSIGN(auto more, stale_of(facts, most_counted, context));
        std::move(more.begin(), more.end(), std::back_inserter(entries));
    }
    return entries;
}

}  // namespace

Result<SessionWarnings> session_warnings(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(const HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    SessionWarnings warnings{chain_break_note(workspace), std::nullopt};
    HM_TRY_ASSIGN(const auto entries, stale_now(frame, workspace));
    if (!entries.empty()) warnings.stale = stale_warning(entries);
    return warnings;
}

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

Result<SplitDecision> usage(const Usage& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    Happening happening{.kind = HappeningKind::usage};
    happening.tokens = event.tokens;
    happening.window = event.window;
    happening.useless_below = frame.settings.compaction_frees_percent;
    Event told = hook_event("usage", fmt::format("{} tokens in the context", event.tokens), frame, workspace);
    told.facts = {{"tokens", event.tokens}};
    if (event.window) told.facts["window"] = *event.window;
    HM_TRY(record(std::move(told), std::nullopt, frame, workspace, std::move(happening)));
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    return decide_split(counters, frame.settings);
}

}  // namespace hm
