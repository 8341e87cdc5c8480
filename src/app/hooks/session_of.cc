#include "app/hooks/session_of.h"

#include "app/command.h"
#include "domain/role.h"
#include "store/sql/event.h"
#include "store/sql/session.h"

namespace hm {
namespace {

template <class T>
T made(std::string_view text, std::string_view otherwise) {
    auto value = T::make(shorten(repair_utf8(text), T::max_characters));
    if (!value) value = T::make(std::string(otherwise));
    HM_ASSERT(value.has_value());
    return std::move(*value);
}

Event session_event(const Session& session, const CommandContext& context) {
    Event event;
    event.id = context.ids.next(context.now);
    event.at = context.now;
    event.kind = made<Word>("session.seen", "");
    event.actor = ActorKind::hook;
    event.role = session.role;
    event.session_id = session.id;
    event.subject_id = session.id;
    event.summary = made<Sentence>("First seen: a session of " + session.client.str(), "");
    return event;
}

Result<Session> add_session(const AgentIdentity& who, Workspace& workspace) {
    BadRows bad;
    Connection& connection = workspace.store.connection();
    std::optional<Id> parent_id;
    if (!who.parent_session.empty()) {
        const AgentIdentity parent{{}, who.client, who.parent_session, {}, {}};
        HM_TRY_ASSIGN(const Session parent_session, session_of(parent, workspace));
        parent_id = parent_session.id;
    }
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY_ASSIGN(std::optional<Session> there, find_client_session(connection, who.client, who.session, bad));
    if (there) return std::move(*there);
    const Actor hook{ActorKind::hook, {}, {}, {}};
    const Settings settings;
    const CommandContext context{transaction, hook, settings, workspace.ids, workspace.clock.now(), bad};
    Session session;
    HM_TRY(context.begin(session));
    session.client = made<Word>(who.client, "unknown");
    session.client_session_id = made<ClientSessionId>(who.session, "unknown");
    session.parent_session_id = parent_id;
    session.role = made<Word>(parent_id ? investigator_role : solo_role, "");
    if (auto agent = Word::make(shorten(who.agent, Word::max_characters))) session.agent = std::move(*agent);
    HM_TRY(insert(transaction, session));
    HM_TRY(append_event(transaction, session_event(session, context)));
    HM_TRY(transaction.commit());
    return session;
}

// A client may tell of the parent only after the session was first seen; a child never keeps more rights
// than a child has.
Result<Session> make_child(Session session, const AgentIdentity& who, Workspace& workspace) {
    const AgentIdentity parent{{}, who.client, who.parent_session, {}, {}};
    HM_TRY_ASSIGN(const Session parent_session, session_of(parent, workspace));
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(workspace.store.connection(), Durability::process_crash));
    session.parent_session_id = parent_session.id;
    session.role = made<Word>(investigator_role, "");
    session.modified_at = workspace.clock.now();
    HM_TRY(update(transaction, session));
    HM_TRY(transaction.commit());
    return session;
}

}  // namespace

Result<Session> session_of(const AgentIdentity& who, Workspace& workspace) {
    BadRows bad;
    HM_TRY_ASSIGN(std::optional<Session> session,
                  find_client_session(workspace.store.connection(), who.client, who.session, bad));
    if (!session) return add_session(who, workspace);
    const bool turned_out_a_child = !who.parent_session.empty() && !session->parent_session_id;
    return turned_out_a_child ? make_child(std::move(*session), who, workspace) : std::move(session).value();
}

Actor agent_actor(const Session& session) {
    return {ActorKind::agent, session.role.str(), session.id, session.stamp.str()};
}

}  // namespace hm
