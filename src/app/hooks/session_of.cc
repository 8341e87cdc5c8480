#include "app/hooks/session_of.h"

#include <tuple>

#include "app/graph/leave_context.h"
#include "app/hooks/current_role.h"
#include "app/local_minute.h"
#include "domain/role.h"
#include "store/sql/session.h"
#include "store/sql/settings.h"

namespace hm {
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

}  // namespace hm
