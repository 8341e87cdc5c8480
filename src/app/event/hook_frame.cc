#include "app/event/hook_frame.h"

#include <tuple>

#include "app/command/command.h"
#include "app/session/read_head.h"
#include "base/process.h"
#include "domain/plan.h"
#include "domain/role.h"
#include "store/queries/gate.h"
#include "store/queries/session.h"
#include "store/queries/settings.h"
#include "store/queries/work.h"

namespace hm {
namespace {

// When the store is held past the deadline they stay unsaved, and the record carries them into the spool.
Result<std::vector<Session>> save(const std::vector<Session>& sessions, Workspace& workspace) {
    if (sessions.empty()) return std::vector<Session>{};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    HM_TRY_ASSIGN(std::vector<Session> saved, save_sessions(transaction, sessions, workspace.ids));
    HM_TRY(transaction.commit());
    return saved;
}

}  // namespace

Result<HookFrame> begin_hook(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace,
                             Reading reading) {
    HookFrame frame;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(Snapshot snapshot, Snapshot::begin(connection));
    frame.reading = std::make_unique<Snapshot>(std::move(snapshot));
    HM_TRY_ASSIGN(frame.settings, load_settings(connection, frame.bad));
    connection.set_deadline(Deadline::in(frame.settings.*deadline));
    HM_TRY_ASSIGN(ResolvedSession resolved, resolve_session(who, workspace, frame.bad));
    frame.unsaved = std::move(resolved.unsaved);
    if (reading == Reading::ends || !frame.unsaved.empty()) frame.reading.reset();
    if (auto saved = save(frame.unsaved, workspace)) {
        // A session begins: what was abandoned long ago leaves the context. Not done in time, it waits for the next.
        if (!saved->empty()) std::ignore = leave_context(frame.settings, workspace);
        frame.session = saved->empty() ? std::move(resolved.session) : std::move(saved->back());
        frame.unsaved.clear();
    } else {
        frame.session = std::move(resolved.session);
    }
    frame.agent = agent_name(frame.session, who.agent);
    HM_TRY(take_current_role(frame.session, frame.agent, frame.settings, workspace.clock.now(), connection, frame.bad));
    frame.request_id = who.request_id;
    frame.asked = who.asked;
    return frame;
}

namespace {

template <class T>
T made(std::string_view text, std::string_view otherwise) {
    auto value = T::make(shorten(repair_utf8(text), T::max_characters));
    if (!value) value = T::make(std::string(otherwise));
    HM_ASSERT(value.has_value());
    return std::move(*value);
}

Session new_session(const AgentIdentity& who, const std::optional<Id>& parent_id, Workspace& workspace) {
    Session session;
    session.created_at = workspace.clock.now();
    session.modified_at = session.created_at;
    session.id = workspace.ids.next(session.created_at);
    session.stamp = make_stamp(local_minute(session.created_at), 0);
    session.client = made<Word>(who.client, "unknown");
    session.client_session_id = made<ClientSessionId>(who.session, "unknown");
    session.parent_session_id = parent_id;
    session.role = made<Word>(parent_id ? investigator_role : std::string_view(who.role), solo_role);
    if (auto agent = Word::make(shorten(who.agent, Word::max_characters))) session.agent = std::move(*agent);
    return session;
}

// A client may tell of a session before it tells whose it is; which agents wait for which is known by their names.
bool take_agent(Session& session, const AgentIdentity& who) {
    if (session.agent || who.agent.empty()) return false;
    auto agent = Word::make(shorten(who.agent, Word::max_characters));
    if (agent) session.agent = std::move(*agent);
    return session.agent.has_value();
}

// Where the client runs now: another process than the last time when the session was resumed.
bool take_place(Session& session, const AgentIdentity& who) {
    if (who.process.empty() || (session.place.process && session.place.process->view() == who.process)) return false;
    const ProcessSurroundings& here = surroundings_of_this_process();
    const auto word = [](std::string_view text) {
        auto made = Word::make(std::string(text));
        return made ? std::optional(std::move(*made)) : std::nullopt;
    };
    session.place = {word(here.machine), word(here.boot), word(here.pid_namespace), word(who.process)};
    return session.place.process.has_value();
}

}  // namespace

Result<ResolvedSession> resolve_session(const AgentIdentity& who, Workspace& workspace, BadRows& bad) {
    // Looked up under the spelling it is stored in.
    HM_TRY_ASSIGN(std::optional<Session> stored,
                  find_client_session(workspace.store.connection(), made<Word>(who.client, "unknown").view(),
                                      made<ClientSessionId>(who.session, "unknown").view(), bad));
    const bool has_parent = !who.parent_session.empty() && who.parent_session != who.session;
    if (stored && (!has_parent || stored->parent_session_id)) {
        ResolvedSession known{std::move(*stored), {}};
        const bool has_agent = take_agent(known.session, who);
        const bool has_place = take_place(known.session, who);
        if (has_agent || has_place) known.unsaved.push_back(known.session);
        return known;
    }

    ResolvedSession resolved;
    std::optional<Id> parent_id;
    if (has_parent) {
        AgentIdentity parent{{}, who.client, who.parent_session, {}, {}};
        parent.process = who.process;
        HM_TRY_ASSIGN(ResolvedSession above, resolve_session(parent, workspace, bad));
        parent_id = above.session.id;
        resolved.unsaved = std::move(above.unsaved);
    }
    if (stored) {
        // A client may tell of the parent only later; a child never keeps more rights than a child has.
        resolved.session = std::move(*stored);
        resolved.session.parent_session_id = parent_id;
        resolved.session.role = made<Word>(investigator_role, "");
        resolved.session.modified_at = workspace.clock.now();
    } else {
        resolved.session = new_session(who, parent_id, workspace);
    }
    take_place(resolved.session, who);
    resolved.unsaved.push_back(resolved.session);
    return resolved;
}

Result<Session> session_of(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace) {
    BadRows bad;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const Settings settings, load_settings(connection, bad));
    connection.set_deadline(Deadline::in(settings.*deadline));
    HM_TRY_ASSIGN(ResolvedSession resolved, resolve_session(who, workspace, bad));
    Session session = std::move(resolved.session);
    if (!resolved.unsaved.empty()) {
        HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
        HM_TRY_ASSIGN(std::vector<Session> saved, save_sessions(transaction, resolved.unsaved, workspace.ids));
        HM_TRY(transaction.commit());
        // Not done in time, it waits for the next session.
        std::ignore = leave_context(settings, workspace);
        session = std::move(saved.back());
    }
    HM_TRY(
        take_current_role(session, agent_name(session, who.agent), settings, workspace.clock.now(), connection, bad));
    return session;
}

Actor agent_actor(const Session& session) {
    return {ActorKind::agent, session.role.str(), session.id, session.stamp.str()};
}

std::string_view without_own_prefix(std::string_view agent) {
    constexpr std::string_view prefix = "hivemind-";
    return agent.starts_with(prefix) ? agent.substr(prefix.size()) : agent;
}

std::string agent_name(const Session& session, std::string_view told) {
    if (!told.empty()) return std::string(told);
    return session.agent ? session.agent->str() : std::string();
}

Result<std::vector<Delegation>> delegations_offered_to(const Session& session, std::string_view agent,
                                                       const Settings& settings, Time now, Connection& connection,
                                                       BadRows& bad) {
    std::vector<Delegation> named;
    if (!session.parent_session_id) return named;
    agent = without_own_prefix(agent);
    std::vector<Delegation> to_roles;
    HM_TRY_ASSIGN(const std::vector<Id> line, session_and_ancestors(connection, session.id));
    // A session that is not saved yet has no line of its own.
    std::vector<Id> above(line.size() > 1 ? std::next(line.begin()) : line.end(), line.end());
    if (above.empty()) above.push_back(*session.parent_session_id);
    for (const Id& giver : above) {
        HM_TRY_ASSIGN(std::vector<Delegation> offered, delegations_offered_by(connection, giver, bad));
        for (Delegation& each : offered) {
            if (each.expires_at && *each.expires_at < now) continue;
            const bool is_named = without_own_prefix(each.to_role.view()) == agent;
            const bool is_for_role = find_role(settings.roles, each.to_role.view()) != nullptr;
            if (is_named || is_for_role) (is_named ? named : to_roles).push_back(std::move(each));
        }
    }
    named.insert(named.end(), std::make_move_iterator(to_roles.begin()), std::make_move_iterator(to_roles.end()));
    return named;
}

namespace {

// What a delegation makes of who takes it up. The name of an agent that nobody described says nothing of its rights,
// and a main agent's are never handed on.
Result<Word> conferred_role(const Delegation& delegation, const Settings& settings, Connection& connection,
                            BadRows& bad) {
    const std::string_view to = delegation.to_role.view();
    if (to != solo_role && find_role(settings.roles, to) != nullptr) return delegation.to_role;
    HM_TRY_ASSIGN(const auto plan, plan_of_task(connection, delegation.task_id, bad));
    return Word::make(std::string(usual_role(plan ? plan->category : PlanCategory::development)));
}

// The role of the session above, as its last call had it: clients switch agents within a session.
Result<std::string> role_above(const Id& parent_id, const Settings& settings, Time now, Connection& connection,
                               BadRows& bad) {
    HM_TRY_ASSIGN(std::string role, last_role_of(connection, parent_id));
    if (!role.empty()) return role;
    HM_TRY_ASSIGN(auto parent, find<Session>(connection, parent_id, bad));
    if (!parent) return std::string(solo_role);  // seen together with its child, and not saved yet
    HM_TRY(take_current_role(*parent, agent_name(*parent, ""), settings, now, connection, bad));
    return parent->role.str();
}

}  // namespace

Result<void> take_current_role(Session& session, std::string_view agent, const Settings& settings, Time now,
                               Connection& connection, BadRows& bad) {
    const bool is_child = session.parent_session_id.has_value();
    const std::string_view plain = without_own_prefix(agent);
    // A child never has the rights of a main agent because it is called so.
    const Role* profile = is_child && plain == solo_role ? nullptr : find_role(settings.roles, plain);
    if (profile != nullptr) {
        session.role = profile->name;
        return {};
    }
    if (!is_child) return {};
    HM_TRY_ASSIGN(auto delegation, delegation_worked_on(connection, session.id, bad));
    if (!delegation) {
        HM_TRY_ASSIGN(std::vector<Delegation> offered,
                      delegations_offered_to(session, agent, settings, now, connection, bad));
        if (!offered.empty()) delegation = std::move(offered.front());
    }
    if (delegation) {
        HM_TRY_ASSIGN(session.role, conferred_role(*delegation, settings, connection, bad));
        return {};
    }
    // Who was asked to find something out is asked for nothing else.
    HM_TRY_ASSIGN(const auto swarm, swarm_of_child(connection, *session.parent_session_id, session.id, bad));
    if (swarm && swarm->created_at < session.created_at) return {};
    HM_TRY_ASSIGN(const std::string above, role_above(*session.parent_session_id, settings, now, connection, bad));
    const Role& share = role_or_least(settings.roles, above);
    if (share.write_files && share.work_on_tasks) session.role = share.name;
    return {};
}

}  // namespace hm
