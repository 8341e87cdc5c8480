#include "app/event/hook_frame.h"

#include <tuple>

#include "app/command/command.h"
#include "app/session/read_head.h"
#include "domain/role.h"
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
    HM_TRY(take_current_role(frame.session, frame.agent, frame.settings, connection, frame.bad));
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

}  // namespace

Result<ResolvedSession> resolve_session(const AgentIdentity& who, Workspace& workspace, BadRows& bad) {
    // Looked up under the spelling it is stored in.
    HM_TRY_ASSIGN(std::optional<Session> stored,
                  find_client_session(workspace.store.connection(), made<Word>(who.client, "unknown").view(),
                                      made<ClientSessionId>(who.session, "unknown").view(), bad));
    const bool has_parent = !who.parent_session.empty() && who.parent_session != who.session;
    if (stored && (!has_parent || stored->parent_session_id)) {
        ResolvedSession known{std::move(*stored), {}};
        if (take_agent(known.session, who)) known.unsaved.push_back(known.session);
        return known;
    }

    ResolvedSession resolved;
    std::optional<Id> parent_id;
    if (has_parent) {
        const AgentIdentity parent{{}, who.client, who.parent_session, {}, {}};
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
    HM_TRY(take_current_role(session, agent_name(session, who.agent), settings, connection, bad));
    return session;
}

Actor agent_actor(const Session& session) {
    return {ActorKind::agent, session.role.str(), session.id, session.stamp.str()};
}

namespace {

// The profiles that `init` writes carry our name in front, so that they stand apart from a person's own.
std::string_view without_prefix(std::string_view agent) {
    constexpr std::string_view prefix = "hivemind-";
    return agent.starts_with(prefix) ? agent.substr(prefix.size()) : agent;
}

}  // namespace

std::string agent_name(const Session& session, std::string_view told) {
    if (!told.empty()) return std::string(told);
    return session.agent ? session.agent->str() : std::string();
}

Result<void> take_current_role(Session& session, std::string_view agent, const Settings& settings,
                               Connection& connection, BadRows& bad) {
    const bool is_child = session.parent_session_id.has_value();
    agent = without_prefix(agent);
    // A child never has the rights of a main agent, whatever it is called.
    const Role* profile = is_child && agent == solo_role ? nullptr : find_role(settings.roles, agent);
    if (profile != nullptr) {
        session.role = profile->name;
        return {};
    }
    if (!is_child) return {};
    HM_TRY_ASSIGN(const auto delegation, delegation_worked_on(connection, session.id, bad));
    if (delegation) session.role = delegation->to_role;
    return {};
}

}  // namespace hm
